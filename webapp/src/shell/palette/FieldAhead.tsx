// The palette's field before the palette has come: it stands where the palette's own will be and has the focus at once, because an input
// method writes into fields alone. What is typed in it is the palette's first query.
import { Search } from 'lucide-react';
import { type ReactNode, Suspense, use, useCallback, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isComposing } from '@/core/rules';
import styles from './FieldAhead.module.css';

interface Props {
  /** A palette that was closed before it came has no field. */
  open: boolean;
  query: string;
  onQuery: (query: string) => void;
  onClose: () => void;
  /** The palette; it comes once nothing is being composed. */
  children: ReactNode;
}

export function FieldAhead({ open, children, ...field }: Props) {
  const end = useRef<(() => void) | null>(null);
  const [composing, setComposing] = useState<Promise<void> | null>(null);
  const onComposing = useCallback((is: boolean) => {
    end.current?.();
    end.current = null;
    setComposing(is ? new Promise((resolve) => (end.current = resolve)) : null);
  }, []);
  return (
    <Suspense fallback={open ? <Field {...field} onComposing={onComposing} /> : null}>
      <Until end={composing} />
      {children}
    </Suspense>
  );
}

/** Keeps the fallback of its `Suspense`: another field that took the focus would end a composition halfway. */
function Until({ end }: { end: Promise<void> | null }) {
  if (end) use(end);
  return null;
}

type FieldProps = Pick<Props, 'query' | 'onQuery' | 'onClose'> & { onComposing: (composing: boolean) => void };

function Field({ query, onQuery, onComposing, onClose }: FieldProps) {
  const { t } = useTranslation();
  const field = useRef<HTMLInputElement>(null);
  // The palette gives the focus back to what has it when it opens: not to this field, which is gone by then.
  useLayoutEffect(() => {
    const input = field.current;
    const before = document.activeElement;
    input?.focus();
    return () => {
      // A field that is gone says no more that its composition ended.
      onComposing(false);
      if (document.activeElement === input && before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, [onComposing]);
  return (
    <div className={styles.field}>
      <Search size={18} strokeWidth={1.6} aria-hidden="true" />
      <input
        ref={field}
        value={query}
        placeholder={t('shell.paletteHint')}
        aria-label={t('shell.paletteHint')}
        aria-busy="true"
        onChange={(event) => onQuery(event.target.value)}
        onCompositionStart={() => onComposing(true)}
        onCompositionEnd={() => onComposing(false)}
        onKeyDown={({ key, nativeEvent }) => {
          if (key === 'Escape' && !isComposing(nativeEvent)) onClose();
        }}
      />
    </div>
  );
}
