// The deck: what is selected, counted in ticks against the cap, and what can be done with it. Dark in both themes. What cannot run stays
// in place: dimmed where it is for none of the selected; with a lock, a number and its own reason where some are in the way. One amber line
// says what stops most, with one link that fixes the selection.
import { Dropdown, Tooltip } from 'antd';
import { Ellipsis, Info, Lock, X } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ShareTicks } from '../Ticks';
import { useWide } from '../useWide';
import { useWidth } from '../useWidth';
import styles from './BatchBar.module.css';
import { type BatchAction, type Blockage, blockageOf, blockingCount, isForNone, stoppedWords } from './blocked';

export type { BatchAction } from './blocked';

const FILM_MAX = 8;
const PHONE_SLOTS = 5;
/** Widths of the count with pictures and close button, and of an average action, CSS pixels. */
const FIXED_WIDTH = 470;
const ACTION_WIDTH = 118;

interface Props {
  /** Ids of what is selected, in order. */
  selected: readonly number[];
  /** Most that the usual action takes: what the ticks count against. */
  cap: number;
  /** Small pictures of what is selected, 20 px wide; eight are shown. */
  film?: readonly ReactNode[];
  /** In the order of the whole console: open, renew, …, destructive last. */
  actions: readonly BatchAction[];
  /** Replaces the selection by these ids. */
  onKeep: (ids: number[]) => void;
  onClear: () => void;
  /** Message about phones that dropped out of the selection because they are gone. */
  left?: string;
  /** Control beside the count, such as selecting all that match. */
  more?: ReactNode;
}

export function BatchBar({ selected, cap, film = [], actions, onKeep, onClear, left = '', more }: Props) {
  const { t } = useTranslation();
  const wide = useWide();
  const [bar, width] = useWidth<HTMLDivElement>();
  const slots = wide ? Math.max(2, Math.floor((width - FIXED_WIDTH) / ACTION_WIDTH)) : PHONE_SLOTS;
  const shown = actions.length <= slots ? actions : actions.slice(0, slots);
  const rest = actions.slice(shown.length);
  const blockage = blockageOf(actions, selected);
  const count = selected.length;
  return (
    <section ref={bar} className={styles.deck} aria-label={t('batch.name')} data-wide={wide}>
      {left ? (
        <p className={styles.why} role="status">
          <Info size={14} strokeWidth={1.6} aria-hidden="true" />
          <span className="owl-prose">{left}</span>
        </p>
      ) : null}
      {blockage ? <BlockageReasons blockage={blockage} total={count} onKeep={onKeep} /> : null}
      <div className={styles.row}>
        <div className={styles.count}>
          <span className={styles.line}>
            <span role="status">
              <b className="owl-figures">{count}</b> {t('batch.selected')}
            </span>
            {more}
            <span className={`owl-figures ${styles.cap}`}>{t('batch.cap', { n: cap })}</span>
          </span>
          <ShareTicks count={count} cap={cap} stretch={!wide} />
        </div>
        {wide && film.length > 0 ? (
          <div className={styles.film} aria-hidden="true">
            {film.slice(0, FILM_MAX)}
          </div>
        ) : null}
        <Actions shown={shown} rest={rest} selected={selected} wide={wide} />
        <button
          type="button"
          className={`owl-plain-button ${styles.close}`}
          aria-label={t('batch.clear')}
          onClick={onClear}
        >
          <X size={18} strokeWidth={1.6} aria-hidden="true" />
        </button>
      </div>
    </section>
  );
}

function BlockageReasons({
  blockage,
  total,
  onKeep,
}: {
  blockage: Blockage;
  total: number;
  onKeep: (ids: number[]) => void;
}) {
  const { t } = useTranslation();
  const { labels, reason, cap, keep } = blockage;
  const text = reason ?? t('batch.overCap', { cap: cap ?? 0, n: total });
  return (
    <p className={styles.why} role="status">
      <Lock size={14} strokeWidth={1.6} aria-hidden="true" />
      <span className="owl-prose">
        <b>{labels.join(t('batch.and'))}</b>
        {t('batch.colon')}
        {text}
      </span>
      {keep.length > 0 ? (
        <button type="button" className={`owl-plain-button ${styles.fix}`} onClick={() => onKeep(keep)}>
          {t(reason === null ? 'batch.keepFirst' : 'batch.keepOthers', { n: keep.length })}
        </button>
      ) : null}
    </p>
  );
}

interface ActionsProps {
  shown: readonly BatchAction[];
  rest: readonly BatchAction[];
  selected: readonly number[];
  wide: boolean;
}

/** A toolbar: one stop for Tab, arrows within. */
function Actions({ shown, rest, selected, wide }: ActionsProps) {
  const { t } = useTranslation();
  const bar = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState(0);
  const stops = shown.length + (rest.length > 0 ? 1 : 0);
  const current = Math.min(at, Math.max(0, stops - 1));

  const onKeyDown = (event: KeyboardEvent) => {
    const next = { ArrowRight: current + 1, ArrowLeft: current - 1, Home: 0, End: stops - 1 }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    const to = (next + stops) % stops;
    setAt(to);
    bar.current?.querySelectorAll('button')[to]?.focus();
  };

  return (
    <div ref={bar} role="toolbar" aria-label={t('batch.actions')} className={styles.actions} onKeyDown={onKeyDown}>
      {shown.map((action, index) => {
        const stopped = blockingCount(action, selected);
        const marked = stopped > 0 && !isForNone(action, selected);
        const said = stoppedWords(action, selected, t) ?? action.hint;
        const Icon = action.icon;
        return (
          <Tooltip key={action.key} title={said ?? ''}>
            <button
              type="button"
              className={`owl-plain-button ${styles.action}`}
              data-primary={action.primary === true && stopped === 0}
              aria-disabled={stopped > 0}
              aria-description={said}
              aria-label={marked ? t('batch.blocked', { label: action.label, n: stopped }) : undefined}
              tabIndex={index === current ? 0 : -1}
              onFocus={() => setAt(index)}
              onClick={stopped > 0 ? undefined : action.onRun}
            >
              <Icon size={16} strokeWidth={1.6} aria-hidden="true" />
              <span>{action.label}</span>
              {marked ? (
                <span className={styles.lock} aria-hidden="true">
                  <Lock size={11} strokeWidth={2} />
                  {stopped}
                </span>
              ) : null}
            </button>
          </Tooltip>
        );
      })}
      {rest.length > 0 ? (
        <Dropdown
          trigger={['click']}
          placement="topRight"
          menu={{
            items: rest.map((action) => {
              const stopped = blockingCount(action, selected);
              const marked = stopped > 0 && !isForNone(action, selected);
              const said = stoppedWords(action, selected, t) ?? action.hint;
              const Icon = action.icon;
              return {
                key: action.key,
                label: marked ? `${action.label} (${stopped})` : action.label,
                icon: marked ? <Lock size={16} strokeWidth={1.6} /> : <Icon size={16} strokeWidth={1.6} />,
                disabled: stopped > 0,
                danger: action.danger === true,
                ...(said ? { title: said } : {}),
                onClick: action.onRun,
              };
            }),
          }}
        >
          <button
            type="button"
            className={`owl-plain-button ${styles.action}`}
            tabIndex={current === shown.length ? 0 : -1}
            onFocus={() => setAt(shown.length)}
          >
            <Ellipsis size={16} strokeWidth={1.6} aria-hidden="true" />
            <span>{t('batch.more')}</span>
          </button>
        </Dropdown>
      ) : null}
      {wide ? null : <span className={styles.pad} />}
    </div>
  );
}
