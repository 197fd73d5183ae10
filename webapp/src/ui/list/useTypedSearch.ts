// A search field whose words stand in the address: searched after a pause in typing, or at once where asked.
import { useCallback, useEffect, useRef, useState } from 'react';

const TYPING_PAUSE_MS = 350;

/** `value`: what is searched now. The draft is what stands in the field. */
export function useTypedSearch(value: string, onSearch: (text: string) => void) {
  const [draft, setDraft] = useState(value);
  // The text that was searched last, as it stands in the address.
  const asked = useRef(value.trim());
  const search = useCallback(
    (text: string) => {
      asked.current = text.trim();
      onSearch(text);
    },
    [onSearch],
  );

  // The address may change under the field: back, forward, "clear". What was searched from here comes back trimmed and late: the blank
  // before the next word stays, and what was typed meanwhile.
  useEffect(() => {
    if (value.trim() !== asked.current) setDraft(value);
    asked.current = value.trim();
  }, [value]);

  useEffect(() => {
    if (draft.trim() === value.trim()) return;
    const timer = window.setTimeout(() => {
      // A text that was searched at once may be on its way to the address still.
      if (draft.trim() !== asked.current) search(draft);
    }, TYPING_PAUSE_MS);
    return () => window.clearTimeout(timer);
  }, [draft, value, search]);

  return { draft, setDraft, search };
}
