// One phone of a receipt: picture, name and id, a segment for each step, words, time, and what can be done about a failure.
import { formatClock } from '@/core/rules';
import { viewOnly } from '@/core/viewOnly';
import { Thumb } from '../phone/Thumb';
import { type Lane, laneFill, laneMs } from './lanes';
import styles from './Receipt.module.css';

function segment(lane: Lane, index: number): 'over' | 'now' | 'failed' | 'ahead' | 'done' {
  if (lane.state === 'done') return 'done';
  if (index < lane.stepsDone) return 'over';
  if (index > lane.stepsDone) return 'ahead';
  if (lane.state === 'failed') return 'failed';
  return lane.state === 'running' ? 'now' : 'ahead';
}

export function LaneRow({ lane, now }: { lane: Lane; now: number }) {
  const viewed = viewOnly();
  const ms = laneMs(lane, now);
  const fill = `${Math.round(laneFill(lane, now) * 100)}%`;
  return (
    <li className={styles.lane} data-state={lane.state}>
      <Thumb width={22}>{lane.picture}</Thumb>
      <div className={styles.who}>
        <span className={styles.name} title={lane.name}>
          {lane.name}
        </span>
        <span className={`owl-mono ${styles.code}`}>{lane.code}</span>
      </div>
      <div className={styles.what}>
        <div className={styles.segments} aria-hidden="true">
          {lane.steps.map((step, index) => (
            <i
              key={step}
              data-is={segment(lane, index)}
              title={step}
              style={{ '--fill': fill } as React.CSSProperties}
            />
          ))}
        </div>
        <p className={`${styles.words} owl-prose`}>{lane.words}</p>
        {lane.actions && lane.actions.length > 0 ? (
          <div className={styles.actions}>
            {lane.actions.map(({ key, label, icon: Icon, onRun }) => (
              <button
                key={key}
                type="button"
                className={`owl-plain-button ${styles.action}`}
                disabled={viewed !== null}
                title={viewed ?? undefined}
                onClick={onRun}
              >
                <Icon size={14} strokeWidth={1.6} aria-hidden="true" />
                {label}
                <span className="owl-hidden-text">{lane.name}</span>
              </button>
            ))}
          </div>
        ) : null}
      </div>
      <span className={`owl-mono ${styles.time}`}>{ms === null ? '–' : formatClock(ms)}</span>
      {lane.details ? <div className={styles.details}>{lane.details}</div> : null}
    </li>
  );
}
