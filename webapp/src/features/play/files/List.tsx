// Entries of a folder as a grid that the keyboard walks: arrows, Enter, Space, Backspace, F2, Delete.
import { Checkbox } from 'antd';
import { type KeyboardEvent, type MouseEvent, useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CallFault } from '@/core/http';
import { formatBytes, formatTime } from '@/core/rules';
import { usePlayContext } from '../PlayContext';
import { type Entry, useMoveFileMutation } from './api';
import { EntryIcon } from './EntryIcon';
import styles from './Files.module.css';
import { NameEdit } from './NameEdit';
import { above, inside } from './paths';
import type { Chosen } from './useChosen';

interface Props {
  entries: readonly Entry[];
  path: string;
  chosen: Chosen;
  /** Name of the entry that is being renamed. */
  renaming: string | null;
  onRename: (name: string | null) => void;
  onGo: (path: string) => void;
  onFetch: (entries: readonly Entry[]) => void;
}

/** Whether an entry opens as a folder. A link may lead to one; the server refuses those that do not. */
const opens = ({ kind }: Entry) => kind === 'folder' || kind === 'link';

export function List({ entries, path, chosen, renaming, onRename, onGo, onFetch }: Props) {
  const { t } = useTranslation();
  const [active, setActive] = useState(0);
  const grid = useRef<HTMLTableElement>(null);
  const at = Math.min(active, entries.length - 1);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another folder is walked from its first line on.
  useEffect(() => setActive(0), [path]);

  const focus = useCallback((index: number) => {
    setActive(index);
    grid.current?.querySelectorAll<HTMLElement>('tr')[index]?.focus();
  }, []);

  // A renamed entry is another row in the next list: the focus moves to it.
  const renamed = useRef<string | null>(null);
  useEffect(() => {
    const index = entries.findIndex(({ name }) => name === renamed.current);
    if (index < 0) return;
    renamed.current = null;
    if (document.activeElement === document.body) focus(index);
  }, [entries, focus]);

  const open = (entry: Entry) => {
    if (opens(entry)) onGo(inside(path, entry.name));
    else if (entry.kind === 'file') onFetch([entry]);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const entry = entries[at];
    if (!entry || renaming !== null) return;
    const step = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: entries.length - 1 }[event.key];
    if (step !== undefined) focus(Math.max(0, Math.min(step, entries.length - 1)));
    else if (event.key === 'Enter') open(entry);
    else if (event.key === ' ') chosen.toggle(entry.name);
    else if (event.key === 'Backspace') onGo(above(path));
    else if (event.key === 'F2') onRename(entry.name);
    else if (event.key === 'Escape') chosen.clear();
    else if (event.key === 'a' && (event.ctrlKey || event.metaKey)) chosen.all();
    else if (event.key === 'Delete') {
      if (chosen.entries.length === 0) chosen.only(entry.name);
      chosen.ask(true);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <table
      ref={grid}
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table whose rows the keyboard walks is a grid.
      role="grid"
      aria-label={t('files.list')}
      aria-multiselectable="true"
      className={styles.list}
      onKeyDown={onKeyDown}
    >
      <tbody>
        {entries.map((entry, index) => (
          <Row
            key={entry.name}
            entry={entry}
            path={path}
            chosen={chosen}
            focusable={index === at}
            renaming={renaming === entry.name}
            onFocus={() => setActive(index)}
            onOpen={() => open(entry)}
            onRenamed={(to) => {
              renamed.current = to;
              onRename(null);
              focus(index);
            }}
          />
        ))}
      </tbody>
    </table>
  );
}

interface RowProps {
  entry: Entry;
  path: string;
  chosen: Chosen;
  focusable: boolean;
  renaming: boolean;
  onFocus: () => void;
  onOpen: () => void;
  /** Ends the renaming: with the new name, or with null where the entry keeps its own. */
  onRenamed: (to: string | null) => void;
}

function Row({ entry, path, chosen, focusable, renaming, onFocus, onOpen, onRenamed }: RowProps) {
  const { t } = useTranslation();
  const { phoneId, wide } = usePlayContext();
  const [move] = useMoveFileMutation();
  const { name, kind } = entry;
  const selected = chosen.has(name);

  const pressed = (event: MouseEvent) => {
    if (renaming) return;
    if (event.shiftKey) chosen.through(name);
    else if (event.ctrlKey || event.metaKey) chosen.toggle(name);
    // Touch screens have no double click: a tap opens folders and selects files.
    else if (wide) chosen.only(name);
    else if (opens(entry)) onOpen();
    else chosen.toggle(name);
  };
  const facts = [
    entry.unfinished ? t('files.unfinished') : kind === 'file' ? null : t(`files.kind.${kind}`),
    kind === 'file' ? formatBytes(entry.size) : null,
    entry.modifiedMs > 0 ? formatTime(entry.modifiedMs) : null,
  ].filter((fact) => fact !== null);
  return (
    <tr
      tabIndex={focusable ? 0 : -1}
      aria-selected={selected}
      className={styles.row}
      onFocus={onFocus}
      onClick={pressed}
      onDoubleClick={() => (wide && !renaming ? onOpen() : undefined)}
    >
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: what is inside is a checkbox of its own. */}
      <td className={styles.check} onClick={(event) => event.stopPropagation()}>
        <Checkbox
          tabIndex={-1}
          checked={selected}
          aria-label={t('files.choose', { name })}
          onChange={() => chosen.toggle(name)}
        />
      </td>
      <td>
        <div className={styles.what}>
          <EntryIcon entry={entry} />
          {renaming ? (
            <NameEdit
              label={t('files.newName')}
              initial={name}
              onSubmit={async (to) => {
                const { error } = await move({ phoneId, path: inside(path, name), name: to });
                if (!error) onRenamed(to);
                return error as CallFault | undefined;
              }}
              onCancel={() => onRenamed(null)}
            />
          ) : (
            <span className={styles.words}>
              <bdi className={styles.name} title={name}>
                {name}
              </bdi>
              <span className={`${styles.facts} owl-figures`}>{facts.join(' · ')}</span>
            </span>
          )}
        </div>
      </td>
    </tr>
  );
}
