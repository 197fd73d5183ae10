// Asks before phones are replaced, with their data or without: which can be and by what, what is lost, what goes along. Before data is moved
// the disclaimer is read; before it is lost, the number of phones is typed.
import { Button, Input } from 'antd';
import { CircleCheck, CircleX } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { StatusCode } from '@/contract/constants';
import type { CallFault } from '@/core/http';
import { formatBytes } from '@/core/rules';
import { useBegin } from '@/features/operations/useBegin';
import type { Phone } from '@/features/phones/api';
import { StillPicture } from '@/features/phones/pictures/Deck';
import { Bold } from '@/ui/Bold';
import { CopyId } from '@/ui/copy/CopyId';
import { Sheet } from '@/ui/dialogs/Sheet';
import { Choice } from '@/ui/fields/Choice';
import { Thumb } from '@/ui/phone/Thumb';
import { FaultState } from '@/ui/states/FaultState';
import { RowSkeletons } from '@/ui/states/Skeletons';
import { useCheckReplaceQuery } from './api';
import { Disclaimer, ReadingTime, useReading } from './Disclaimer';
import styles from './ReplaceDialog.module.css';

interface Props {
  open: boolean;
  phones: readonly Phone[];
  onDone: () => void;
  onClose: () => void;
}

export default function ReplaceDialog({ open, phones, onDone, onClose }: Props) {
  const { t } = useTranslation();
  const begin = useBegin();
  const field = useId();
  const [left, setLeft] = useState<readonly number[]>([]);
  const [typed, setTyped] = useState('');
  // Phones whose backup failed are offered the way without data first.
  const [way, setWay] = useState<'with' | 'without'>(phones.some(backupFailed) ? 'without' : 'with');
  const withData = way === 'with';
  const reading = useReading(open && withData);
  const [busy, setBusy] = useState(false);
  const wanted = phones.filter(({ phoneId }) => !left.includes(phoneId));
  const ids = wanted.map(({ phoneId }) => phoneId);
  const { currentData, error, refetch } = useCheckReplaceQuery(
    { phoneIds: ids, withData },
    { skip: !open || busy || ids.length === 0, refetchOnMountOrArgChange: true },
  );
  const checks = new Map(currentData?.list.map((check) => [check.phoneId, check]));
  const able = ids.filter((id) => checks.get(id)?.code === 0);
  const n = able.length;
  const ready = n > 0 && (withData ? reading.done : typed.trim() === String(n));

  const confirm = async () => {
    if (!ready || busy) return;
    setBusy(true);
    const refused = await begin({ kind: withData ? 'transfer' : 'replace', phoneIds: able }, 'tell');
    setBusy(false);
    if (!refused) {
      onDone();
      onClose();
    }
  };

  return (
    <Sheet
      open={open}
      width={960}
      title={
        <>
          {t('replace.title')} <span className={styles.count}>・ {t('replace.count', { count: wanted.length })}</span>
        </>
      }
      onClose={busy ? () => {} : onClose}
      footer={
        <>
          {withData ? <ReadingTime left={reading.left} read={reading.read} /> : null}
          <Button onClick={onClose} disabled={busy}>
            {t('common.cancel')}
          </Button>
          <Button type="primary" danger={!withData} disabled={!ready} loading={busy} onClick={confirm}>
            {t(withData ? 'replace.agree' : 'replace.submit', { n })}
          </Button>
        </>
      }
    >
      <div className={styles.ways}>
        <Choice
          legend={t('replace.way')}
          legendHidden
          minWidth={320}
          value={way}
          onChange={setWay}
          options={[
            {
              value: 'with',
              title: t('replace.withData'),
              mark: t('replace.withDataTime'),
              children: t('replace.withDataText'),
            },
            {
              value: 'without',
              title: t('replace.without'),
              mark: t('replace.withoutTime'),
              children: t('replace.withoutText'),
            },
          ]}
        />
      </div>
      {error && !currentData ? (
        <FaultState title={t('replace.failed')} fault={error as CallFault} onRetry={() => void refetch()} />
      ) : (
        <>
          <div className={styles.heads} aria-hidden="true">
            <span>{t('replace.phone')}</span>
            <span>{t('replace.kind')}</span>
            {withData ? <span className={styles.bytes}>{t('replace.data')}</span> : <span />}
            <span>{t('replace.check')}</span>
          </div>
          <ul className={styles.phones} aria-busy={!currentData}>
            {wanted.map((phone) => (
              <PhoneRow
                key={phone.phoneId}
                phone={phone}
                check={checks.get(phone.phoneId)}
                onLeave={wanted.length > 1 ? () => setLeft([...left, phone.phoneId]) : undefined}
              />
            ))}
            {currentData || wanted.length > 0 ? null : <RowSkeletons count={1} />}
          </ul>
        </>
      )}
      {withData ? (
        <Disclaimer onEnd={reading.onEnd} />
      ) : (
        <WithoutData n={n} field={field} typed={typed} onType={setTyped} onEnter={() => void confirm()} />
      )}
    </Sheet>
  );
}

const backupFailed = ({ businessStatus }: Phone) => businessStatus === StatusCode.backupFailed;

interface WithoutProps {
  /** How many are replaced. */
  n: number;
  /** The field's id. */
  field: string;
  typed: string;
  onType: (typed: string) => void;
  onEnter: () => void;
}

/** Losses of the way without data, and the number to type. */
function WithoutData({ n, field, typed, onType, onEnter }: WithoutProps) {
  const { t } = useTranslation();
  return (
    <>
      <section className={styles.happens}>
        <h3>{t('replace.happens')}</h3>
        <ol>
          <li>
            <b>{t('replace.take')}</b>
            <span>{t('replace.takeText')}</span>
          </li>
          <li>
            <b>{t('replace.lose')}</b>
            <span>{t('replace.loseText')}</span>
          </li>
        </ol>
        <p>{t('replace.goes')}</p>
      </section>
      <div className={styles.typing}>
        <label htmlFor={field}>
          <Bold text={t('replace.typed', { n })} />
        </label>
        <Input
          id={field}
          value={typed}
          inputMode="numeric"
          autoComplete="off"
          disabled={n === 0}
          onChange={(event) => onType(event.target.value)}
          onPressEnter={(event) => {
            // The focus returns to the button that opened the dialog: the same Enter must not press that again.
            event.preventDefault();
            onEnter();
          }}
        />
      </div>
    </>
  );
}

interface Check {
  code: number;
  msg: string;
  inStock: number | null;
  bytes: number | null;
}

interface RowProps {
  phone: Phone;
  /** None while it is asked for. */
  check: Check | undefined;
  onLeave: (() => void) | undefined;
}

const PICTURE_WIDTH = 22;

function PhoneRow({ phone, check, onLeave }: RowProps) {
  const { t } = useTranslation();
  const name = phone.phoneAlias || phone.owlId;
  return (
    <li className={styles.row}>
      <Thumb width={PICTURE_WIDTH}>
        <StillPicture phoneId={phone.phoneId} />
      </Thumb>
      <span className={styles.name}>
        <b>{name}</b>
        <CopyId id={phone.owlId} />
      </span>
      <span className={styles.kind}>
        {phone.chip} · Android {phone.androidVersion}
      </span>
      <span className={`owl-figures ${styles.bytes}`}>
        {typeof check?.bytes === 'number' ? (
          <>
            <span className="owl-hidden-text">{t('replace.data')} </span>
            {formatBytes(check.bytes)}
          </>
        ) : null}
      </span>
      <span className={styles.check} data-able={check ? check.code === 0 : undefined} role="status">
        {check === undefined ? (
          t('replace.loading')
        ) : check.code === 0 ? (
          <>
            <CircleCheck size={14} strokeWidth={1.6} aria-hidden="true" />
            {t('replace.inStock', { n: check.inStock ?? 0 })}
          </>
        ) : (
          <>
            <CircleX size={14} strokeWidth={1.6} aria-hidden="true" />
            {check.msg}
          </>
        )}
      </span>
      {onLeave && check && check.code !== 0 ? (
        <Button type="link" size="small" aria-label={t('replace.leaveOutName', { name })} onClick={onLeave}>
          {t('replace.leaveOut')}
        </Button>
      ) : null}
    </li>
  );
}
