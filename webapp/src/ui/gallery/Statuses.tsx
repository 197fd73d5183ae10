// Every status as tag and over a picture, and the empty states.
import { Button } from 'antd';
import { LogIn, Power, RotateCcw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Eyes } from '../Eyes';
import { Overlay, type OverlayAction } from '../phone/Overlay';
import { StatusTag } from '../phone/StatusTag';
import type { PhoneStatus } from '../phone/statusLook';
import { EmptyState } from '../states/EmptyState';
import { FaultState } from '../states/FaultState';
import styles from './Gallery.module.css';
import { Section } from './Section';
import { Picture } from './samples';

const CODES = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 99];
const FAILED = new Set([3, 5, 7, 9]);
const nothing = () => {};

export function Statuses({ now }: { now: number }) {
  const { t } = useTranslation();
  const retry: OverlayAction = { key: 'retry', label: t('gallery.retry'), icon: RotateCcw, onRun: nothing };
  const enter: OverlayAction = { key: 'enter', label: t('gallery.enter'), icon: LogIn, onRun: nothing };
  const on: OverlayAction = { key: 'on', label: t('gallery.powerOn'), icon: Power, onRun: nothing };
  const renew: OverlayAction = { key: 'renew', label: t('gallery.renewNow'), icon: RotateCcw, onRun: nothing };
  const all: [string, PhoneStatus, OverlayAction[]][] = [
    ...CODES.map((code): [string, PhoneStatus, OverlayAction[]] => [
      String(code),
      { code, power: 'on', since: now - 258_000 },
      FAILED.has(code) ? [retry, enter] : [],
    ]),
    ['off', { code: 0, power: 'off', since: now }, [on]],
    ['expired', { code: 1, power: 'on', since: now, expired: true }, [renew]],
  ];
  return (
    <Section title={t('gallery.statuses')} home="ui/phone/StatusTag, Overlay" span={6}>
      <p className={styles.small}>{t('gallery.statusesText')}</p>
      <div className={styles.statuses}>
        {all.map(([name, status, actions], index) => (
          <div key={name} className={styles.status}>
            <span className={styles.tag}>
              <span className="owl-mono">{name}</span>
              <StatusTag {...status} plain={false} />
            </span>
            <div className={styles.picture} data-dim={name !== '1'}>
              <Picture n={index + 3} />
              <Overlay {...status} actions={actions} />
            </div>
          </div>
        ))}
      </div>
    </Section>
  );
}

export function Empties() {
  const { t } = useTranslation();
  const late = { kind: 'network', code: 0, message: '', requestId: '7f3a-91c2' } as const;
  return (
    <Section title={t('gallery.empties')} home="ui/states/EmptyState, FaultState" span={6}>
      <div className={styles.row} aria-hidden="true">
        <Eyes look="open" width={36} />
        <Eyes look="half" width={36} />
        <Eyes look="shut" width={36} />
        <Eyes look="crossed" width={36} />
      </div>
      <div className={styles.empties}>
        <EmptyState look="shut" title={t('gallery.noPhones')} text={t('gallery.noPhonesText')}>
          <Button type="primary">{t('gallery.buyPhones')}</Button>
        </EmptyState>
        <EmptyState look="half" title={t('gallery.noMatch')} text={t('gallery.noMatchText')}>
          <Button>{t('gallery.clearFilters')}</Button>
        </EmptyState>
        <FaultState title={t('gallery.notLoaded')} fault={late} onRetry={nothing} />
        <EmptyState look="open" title={t('gallery.caughtUp')} text={t('gallery.caughtUpText')}>
          <Button>{t('gallery.earlier')}</Button>
        </EmptyState>
      </div>
    </Section>
  );
}
