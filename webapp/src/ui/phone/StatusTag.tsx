// A phone's status as icon, words and colour; what it means on hover and focus, how long it has lasted while it is in progress.
import { Tooltip } from 'antd';
import { useTranslation } from 'react-i18next';
import { useStatusWords } from '@/core/statusWords';
import { Elapsed } from '../time/Countdown';
import styles from './StatusTag.module.css';
import { lookOfStatus, type PhoneStatus, tipOf } from './statusLook';

interface Props extends PhoneStatus {
  /** Without ground and with the elapsed time below, as in tables. */
  plain?: boolean;
  /** The server's reason, instead of the status's own tip. */
  reason?: string | null;
}

export function StatusTag({ plain = false, reason, ...status }: Props) {
  const { t } = useTranslation();
  const { tone, Icon, turns, view } = lookOfStatus(status, useStatusWords());
  const tip = status.expired ? reason : (reason ?? tipOf(status, view, t));
  const clock = turns ? (
    <Elapsed since={status.since} expectedMs={status.expectedMs ?? view.expectedMs ?? undefined} />
  ) : null;
  const tag = (
    <span className={styles.tag} data-tone={tone} data-plain={plain} tabIndex={tip ? 0 : undefined}>
      <Icon size={14} strokeWidth={1.6} aria-hidden="true" className={turns ? 'owl-turning' : undefined} />
      <span>{status.expired ? t(status.recycled ? 'status.recycled' : 'status.expired') : view.label}</span>
      {plain ? null : clock}
    </span>
  );
  return (
    <span className={styles.whole}>
      {tip ? (
        <Tooltip title={tip} trigger={['hover', 'focus']}>
          {tag}
        </Tooltip>
      ) : (
        tag
      )}
      {plain && clock ? <small className={styles.clock}>{clock}</small> : null}
    </span>
  );
}
