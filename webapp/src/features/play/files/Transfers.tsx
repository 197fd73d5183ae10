// Uploads and downloads of the phone, each with its progress; a failed one resumes where it ended.
import { Button, Progress } from 'antd';
import { ArrowDown, ArrowUp, Check, RotateCcw, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { formatBytes } from '@/core/rules';
import { faultWords } from '@/ui/states/faultWords';
import styles from './Files.module.css';
import type { Queue, Transfer } from './queue';

interface Props {
  queue: Queue;
  all: readonly Transfer[];
}

const ICON = { size: 14, strokeWidth: 1.6, 'aria-hidden': true } as const;

const part = ({ size, moved, state }: Transfer) =>
  state === 'done' || size === 0 ? (state === 'done' ? 100 : 0) : Math.floor((moved / size) * 100);

export function Transfers({ queue, all }: Props) {
  const { t } = useTranslation();
  if (all.length === 0) return null;
  const count = (state: Transfer['state']) => all.filter((one) => one.state === state).length;
  const [done, failed] = [count('done'), count('failed')];
  return (
    <section className={styles.transfers} aria-label={t('files.transfers')}>
      <div className={styles.transfersHead}>
        <h2>{t('files.transfers')}</h2>
        <span role="status" className="owl-figures">
          {t('files.transfersDone', { done, all: all.length })}
        </span>
        {failed > 1 ? (
          <Button size="small" type="link" onClick={() => queue.retryAll()}>
            {t('files.retryAll', { n: failed })}
          </Button>
        ) : null}
        {done > 0 ? (
          <Button size="small" type="link" onClick={() => queue.clear()}>
            {t('files.clear')}
          </Button>
        ) : null}
      </div>
      <ul className={styles.ways}>
        {all.map((one) => (
          <Line key={one.id} one={one} queue={queue} />
        ))}
      </ul>
    </section>
  );
}

function Line({ one, queue }: { one: Transfer; queue: Queue }) {
  const { t } = useTranslation();
  const { id, name, state, fault } = one;
  const DirectionIcon = one.way === 'up' ? ArrowUp : ArrowDown;
  const percent = part(one);
  return (
    <li className={styles.way} data-state={state}>
      <DirectionIcon {...ICON} />
      <span className={styles.words}>
        <bdi className={styles.name} title={name}>
          {name}
        </bdi>
        {state === 'moving' || state === 'waiting' ? (
          <Progress percent={percent} size="small" showInfo={false} aria-label={t('files.progress', { name })} />
        ) : null}
        {fault ? <span className={styles.fault}>{faultWords(fault, t)}</span> : null}
      </span>
      <span className={`${styles.size} owl-figures`}>
        {state === 'moving' ? `${percent}%` : state === 'waiting' ? t('files.waiting') : formatBytes(one.size)}
      </span>
      {state === 'done' ? <Check {...ICON} className={styles.ok} role="img" aria-label={t('files.done')} /> : null}
      {state === 'failed' ? (
        <Button
          size="small"
          type="text"
          icon={<RotateCcw {...ICON} />}
          aria-label={t('files.retry', { name })}
          title={t('files.retryHint')}
          onClick={() => queue.retry(id)}
        />
      ) : null}
      {state === 'taken' ? (
        <Button size="small" onClick={() => queue.retry(id, true)}>
          {t('files.replace')}
        </Button>
      ) : null}
      {state === 'done' ? null : (
        <Button
          size="small"
          type="text"
          icon={<X {...ICON} />}
          aria-label={t('files.cancel', { name })}
          onClick={() => queue.cancel(id)}
        />
      )}
    </li>
  );
}
