// Whether a key is meant for a field or for something else that took it: shortcuts of the frame then keep quiet.

export function isWriting(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.isComposing) return true;
  const { target } = event;
  return (
    target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}
