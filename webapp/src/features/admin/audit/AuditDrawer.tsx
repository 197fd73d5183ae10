// One recorded action: who, when, from where, the values before and after, and what was done to the same object before.
import { Button, Segmented } from 'antd';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyId } from '@/ui/copy/CopyId';
import { DockedDrawer } from '@/ui/dialogs/DockedDrawer';
import { saveText } from '@/ui/saveText';
import styles from './Audit.module.css';
import { type Recorded, useListAuditQuery } from './api';
import { changesOf, type Value, valuesOf } from './values';

interface Props {
  recorded: Recorded;
  /** Those of the page, through which the arrows lead. */
  rows: readonly Recorded[];
  onOpen: (recorded: Recorded) => void;
  onClose: () => void;
}

const BEFORE_MAX = 5;
const ICON = { size: 18, strokeWidth: 1.6 } as const;

export default function AuditDrawer({ recorded, rows, onOpen, onClose }: Props) {
  const { t } = useTranslation();
  const at = rows.findIndex(({ auditId }) => auditId === recorded.auditId);
  const step = (to: number, label: string, Icon: typeof ChevronLeft) => {
    const next = rows[to];
    return (
      <Button
        type="text"
        aria-label={label}
        disabled={!next}
        icon={<Icon {...ICON} />}
        onClick={() => next && onOpen(next)}
      />
    );
  };
  return (
    <DockedDrawer
      open
      title={recorded.kindName}
      onClose={onClose}
      extra={
        <>
          {step(at - 1, t('audit.previous'), ChevronLeft)}
          {step(at + 1, t('audit.next'), ChevronRight)}
        </>
      }
    >
      <Details recorded={recorded} />
    </DockedDrawer>
  );
}

function Details({ recorded }: { recorded: Recorded }) {
  const { t } = useTranslation();
  const { auditId, userId, userName, createTime, address, object, detail } = recorded;
  return (
    <div className={styles.details}>
      <dl className={styles.facts}>
        <Fact name={t('audit.who')}>
          {userId === null ? t('audit.server') : userName || t('audit.account', { id: userId })}
        </Fact>
        <Fact name={t('audit.time')}>
          <span className="owl-figures">{createTime}</span>
        </Fact>
        <Fact name={t('audit.address')}>
          <span className="owl-mono">{address || '—'}</span>
        </Fact>
        <Fact name={t('audit.object')}>
          <CopyId id={object} />
        </Fact>
        {detail ? <Fact name={t('audit.detail')}>{detail}</Fact> : null}
        <Fact name={t('audit.number')}>
          <CopyId id={String(auditId)} />
        </Fact>
      </dl>
      <Diff recorded={recorded} />
      <Earlier recorded={recorded} />
      <div className={styles.foot}>
        <span>{t('audit.kept')}</span>
        <Button
          onClick={() => saveText(`audit-${auditId}.json`, JSON.stringify(recorded, null, 2), 'application/json')}
        >
          JSON
        </Button>
      </div>
    </div>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Diff({ recorded }: { recorded: Recorded }) {
  const { t } = useTranslation();
  const [shown, setShown] = useState<'changes' | 'whole'>('changes');
  const all = valuesOf(recorded);
  const changes = changesOf(all);
  if (all.length === 0) return null;
  const values = shown === 'changes' ? changes : all;
  return (
    <section className={styles.section}>
      <div className={styles.heading}>
        <h3>{t('audit.beforeAfter')}</h3>
        <Segmented<typeof shown>
          size="small"
          aria-label={t('audit.beforeAfter')}
          value={shown}
          onChange={setShown}
          options={[
            { value: 'changes', label: t('audit.changes', { n: changes.length }) },
            { value: 'whole', label: t('audit.whole') },
          ]}
        />
      </div>
      <dl className={`${styles.diff} owl-mono`}>
        {values.map((value) => (
          <Lines key={value.name} value={value} />
        ))}
      </dl>
    </section>
  );
}

/** A value: as it is, or struck and in its place the new one; sign and colour both say which is which. */
function Lines({ value: { name, before, after } }: { value: Value }) {
  const { t } = useTranslation();
  const line = (kind: 'same' | 'before' | 'after', text: string) => (
    <div data-kind={kind}>
      <dt>
        {kind === 'same' ? null : (
          <span role="img" aria-label={t(`audit.${kind}`)}>
            {kind === 'before' ? '−' : '+'}
          </span>
        )}
        {name}
      </dt>
      <dd>{text === '' ? '""' : text}</dd>
    </div>
  );
  if (before === after) return line('same', before ?? 'null');
  return (
    <>
      {before === null ? null : line('before', before)}
      {after === null ? null : line('after', after)}
    </>
  );
}

/** Records of earlier actions on the same object. */
function Earlier({ recorded }: { recorded: Recorded }) {
  const { t } = useTranslation();
  const { data } = useListAuditQuery({
    pageNum: 1,
    pageSize: 20,
    keyword: recorded.object,
    'params[endTime]': recorded.createTime,
  });
  if (!recorded.object.includes(':')) return null;
  const earlier = (data?.rows ?? []).filter(({ auditId }) => auditId !== recorded.auditId).slice(0, BEFORE_MAX);
  if (earlier.length === 0) return null;
  return (
    <section className={styles.section}>
      <h3>{t('audit.earlier')}</h3>
      <ul className={styles.earlier}>
        {earlier.map((each) => (
          <li key={each.auditId}>
            <time className="owl-figures">{each.createTime}</time>
            <span>
              {each.kindName}
              {each.userName ? ` · ${each.userName}` : ''}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
