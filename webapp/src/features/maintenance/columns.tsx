// The columns of maintenance: what it concerns, why, from when to when, how far it is, who set it.
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { CallFault } from '@/core/http';
import { formatTime } from '@/core/rules';
import { useAlerts } from '@/ui/announce/Announcer';
import { useToasts } from '@/ui/announce/Toasts';
import cells from '@/ui/list/Cells.module.css';
import type { Column } from '@/ui/list/columns';
import { RowLink } from '@/ui/list/RowLink';
import { Gate } from '@/ui/rights/Gate';
import { faultWords } from '@/ui/states/faultWords';
import { type Maintenance, useEndMaintenanceMutation } from './api';
import styles from './Maintenance.module.css';

/** A moment to the minute. */
const minuteOf = (ms: number): string => formatTime(ms).slice(0, 16);

/** Target of a maintenance, in words. */
const targetText = ({ scope, name, owlIds, phones }: Maintenance, t: TFunction): string => {
  if (scope !== 'phones') return name ?? '';
  const more = phones - owlIds.length;
  return more > 0 ? t('maintenance.andMore', { names: owlIds.join(' '), count: more }) : owlIds.join(' ');
};

export function useMaintenanceColumns(): Column<Maintenance>[] {
  const { t, i18n } = useTranslation();
  const reason = i18n.language === 'zh-CN' ? 'reasonZh' : 'reasonEn';
  return useMemo(
    () => [
      {
        key: 'target',
        title: t('maintenance.target'),
        width: 248,
        render: (one) => (
          <span className={cells.two}>
            <b className={one.scope === 'configuration' ? undefined : 'owl-mono'}>{targetText(one, t)}</b>
            <span>{t(`maintenance.scopes.${one.scope}`)}</span>
          </span>
        ),
      },
      { key: 'reason', title: t('maintenance.reason'), width: 232, leaves: 1, render: (one) => one[reason] },
      {
        key: 'phones',
        title: t('maintenance.phones'),
        width: 128,
        render: ({ held, phones, state }) => (
          <span className={`${cells.two} owl-figures`}>
            {t('maintenance.count', { count: phones })}
            {state === 'running' && held < phones ? (
              <span>{t('maintenance.waiting', { count: phones - held })}</span>
            ) : null}
          </span>
        ),
      },
      {
        key: 'times',
        title: t('maintenance.times'),
        width: 184,
        render: ({ fromTime, untilTime, endTime }) => (
          <span className={`${cells.two} owl-figures`}>
            {minuteOf(fromTime)}
            <span>
              {endTime === null
                ? untilTime === null
                  ? t('maintenance.untilEnded')
                  : t('maintenance.until', { time: minuteOf(untilTime) })
                : t('maintenance.ended', { time: minuteOf(endTime) })}
            </span>
          </span>
        ),
      },
      {
        key: 'by',
        title: t('maintenance.setBy'),
        width: 136,
        leaves: 2,
        render: ({ setBy, createTime }) => (
          <span className={`${cells.two} owl-figures`}>
            {setBy}
            <span>{minuteOf(createTime)}</span>
          </span>
        ),
      },
      {
        key: 'state',
        title: t('maintenance.state'),
        width: 96,
        phone: 'side',
        render: ({ state }) => (
          <span className={styles.state} data-state={state}>
            {t(`maintenance.states.${state}`)}
          </span>
        ),
      },
      { key: 'actions', title: '', width: 104, render: (one) => <End one={one} name={targetText(one, t)} /> },
    ],
    [t, reason],
  );
}

function End({ one, name }: { one: Maintenance; name: string }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const alerts = useAlerts();
  const [end] = useEndMaintenanceMutation();
  if (one.state === 'over') return null;
  const planned = one.state === 'planned';
  const onEnd = () =>
    alerts.confirm({
      title: t(planned ? 'maintenance.cancelTitle' : 'maintenance.endTitle', { name }),
      content: t(planned ? 'maintenance.cancelText' : 'maintenance.endText', { count: one.phones }),
      okText: t(planned ? 'maintenance.cancel' : 'maintenance.end'),
      cancelText: t('common.cancel'),
      onOk: async () => {
        const { error } = await end(one.maintenanceId);
        if (error) toasts.failed(faultWords(error as CallFault, t));
        else toasts.done(t(planned ? 'maintenance.cancelled' : 'maintenance.endDone'));
      },
    });
  return (
    <Gate operation="end_maintenance">
      <RowLink
        label={t(planned ? 'maintenance.cancel' : 'maintenance.end')}
        name={t(planned ? 'maintenance.cancelOf' : 'maintenance.endOf', { name })}
        onClick={onEnd}
      />
    </Gate>
  );
}
