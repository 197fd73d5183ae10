// The ways in as tabs. Own buttons: antd's Tabs bring menus and measuring that three words do not need, and this page's scripts have a budget.
import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react';
import styles from './MethodTabs.module.css';

interface Props<W extends string> {
  label: string;
  ways: readonly { way: W; name: string }[];
  now: W;
  onChange: (way: W) => void;
  children: ReactNode;
}

/** Arrows, Home and End walk the tabs as the keyboard pattern for tabs has it. */
const steps: Record<string, (at: number, count: number) => number> = {
  ArrowLeft: (at, count) => (at + count - 1) % count,
  ArrowRight: (at, count) => (at + 1) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
};

export function MethodTabs<W extends string>({ label, ways, now, onChange, children }: Props<W>) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  if (ways.length < 2) return children;
  const onKeyDown = (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (!step) return;
    event.preventDefault();
    const at = step(
      ways.findIndex(({ way }) => way === now),
      ways.length,
    );
    const to = ways[at];
    if (to) onChange(to.way);
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[at]?.focus();
  };
  return (
    <>
      <div ref={list} role="tablist" aria-label={label} className={styles.list} onKeyDown={onKeyDown}>
        {ways.map(({ way, name }) => (
          <button
            key={way}
            type="button"
            role="tab"
            id={`${id}-${way}`}
            aria-selected={way === now}
            aria-controls={`${id}-panel`}
            tabIndex={way === now ? 0 : -1}
            className={`owl-plain-button ${styles.tab}`}
            onClick={() => onChange(way)}
          >
            {name}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${now}`}>
        {children}
      </div>
    </>
  );
}
