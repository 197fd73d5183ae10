// Beside the recycle bin: the order that brings the chosen phones back, codes as another way, and giving them up. While nothing is chosen it
// says what the time after a rental is for.
import { Button, Input, Select } from 'antd';
import { ChevronRight, Ticket } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '@/app/paths';
import { orderLimits } from '@/core/rules';
import { RENEWAL, type Stocked } from '@/features/orders/api';
import { OrderPanel, type Paid, type PanelLine } from '@/features/orders/OrderPanel';
import { PayOrder } from '@/features/orders/pay/PayOrder';
import { configurationOf, packageFor, type RenewPhone, renewalOf } from '@/features/orders/renew/renewal';
import { useOrdering } from '@/features/orders/useOrdering';
import { useShelf } from '@/features/orders/useShelf';
import { Bold } from '@/ui/Bold';
import { FaultState } from '@/ui/states/FaultState';
import { RowSkeletons } from '@/ui/states/Skeletons';
import type { Binned } from './api';
import type { Periods } from './PhaseTicks';
import styles from './Recycle.module.css';
import { useGivingUp } from './useGivingUp';

interface Props {
  phones: readonly Binned[];
  periods: Periods | undefined;
  /** The phones came back, or are gone. */
  onDone: () => void;
}

export default function RestoreSide({ phones, periods, onDone }: Props) {
  const { t } = useTranslation();
  const { shelf, now, fault, fetching, refetch } = useShelf();
  return (
    <div className={styles.side}>
      {phones.length === 0 ? (
        <Meaning periods={periods} />
      ) : shelf ? (
        <Restoring key={phones.length} phones={phones} shelf={shelf} now={now} onDone={onDone} />
      ) : fault && !fetching ? (
        <FaultState title={t('buy.failed')} fault={fault} onRetry={refetch} />
      ) : (
        <div className={styles.meaning}>
          <RowSkeletons count={5} />
        </div>
      )}
    </div>
  );
}

/** Purpose of the weeks after a rental. */
function Meaning({ periods }: { periods: Periods | undefined }) {
  const { t } = useTranslation();
  const { dayMs } = orderLimits();
  const days = (ms: number) => Math.round(ms / dayMs);
  if (!periods) return null;
  return (
    <section className={styles.meaning}>
      <h2>{t('recycle.meaningTitle', { n: days(periods.graceMs + periods.binMs) })}</h2>
      <ol>
        <li>
          <Bold text={t('recycle.meaningGrace', { n: days(periods.graceMs) })} />
        </li>
        <li>
          <Bold text={t('recycle.meaningBin', { n: days(periods.binMs) })} />
        </li>
        <li>
          <Bold text={t('recycle.meaningEnd')} />
        </li>
      </ol>
      <p>{t('recycle.meaningChoose')}</p>
    </section>
  );
}

const NONE: ReadonlyMap<number, number> = new Map();

const asRenewed = ({ phoneId, phoneAlias, owlId, expireTime, configurationId }: Binned): RenewPhone => ({
  id: phoneId,
  name: phoneAlias || owlId,
  code: owlId,
  expireTime,
  configurationId,
});

interface RestoringProps {
  phones: readonly Binned[];
  shelf: Stocked;
  now: number;
  onDone: () => void;
}

function Restoring({ phones, shelf, now, onDone }: RestoringProps) {
  const { t } = useTranslation();
  const [days, setDays] = useState<number>();
  const [wallet, setWallet] = useState<number>();
  const ordering = useOrdering();
  const n = phones.length;
  const chosen = phones.map(asRenewed);
  const renewal = renewalOf(shelf, chosen, { days, own: NONE }, now);
  const price = renewal?.price;
  const lengths = [
    ...new Set(chosen.flatMap((phone) => (configurationOf(shelf, phone)?.packages ?? []).map((each) => each.days))),
  ].sort((one, other) => one - other);
  const usual = chosen[0] && packageFor(shelf, chosen[0], { days, own: NONE })?.days;

  const lines: PanelLine[] = shelf.list.flatMap(({ configurationId, name, code }) => {
    const own = (renewal?.lines ?? []).filter(({ phone }) => phone.configurationId === configurationId);
    if (own.length === 0) return [];
    const fen = own.reduce((sum, line) => sum + line.fen, 0);
    return [{ key: String(configurationId), words: `${`${name} ${code}`.trim()} × ${own.length}`, fen }];
  });

  const place = async (by: number | undefined, paid: Paid) => {
    if (!renewal || renewal.price.fault) return false;
    setWallet(by);
    const ordered = renewal.lines.map((line) => ({ phoneId: line.phone.id, packageId: line.package.packageId }));
    return (await ordering.place({ type: RENEWAL, lines: ordered, ...paid, agreed: true })) !== undefined;
  };
  return (
    <>
      <OrderPanel
        head={
          <>
            <h2 className={styles.sideTitle}>{t('recycle.restoreTitle', { count: n })}</h2>
            <p className={styles.names}>{chosen.map(({ name }) => name).join(' · ')}</p>
            <div className={styles.sideRow}>
              <span id="restore-days">{t('recycle.restoreFor')}</span>
              <Select
                aria-labelledby="restore-days"
                value={usual}
                popupMatchSelectWidth={false}
                options={lengths.map((each) => ({ value: each, label: t('buy.days', { count: each }) }))}
                onChange={setDays}
              />
            </div>
          </>
        }
        lines={lines}
        ways={
          <Link className={styles.sideWay ?? ''} to={`${paths.redeem}?phoneIds=${chosen.map(({ id }) => id).join()}`}>
            <Ticket size={16} strokeWidth={1.6} aria-hidden="true" />
            <span>{t('recycle.byCode')}</span>
            <ChevronRight size={16} strokeWidth={1.6} aria-hidden="true" />
          </Link>
        }
        priceFen={price && !price.fault ? price.totalFen : null}
        blocked={price ? price.fault : t('renew.notSold')}
        offers={shelf.wallets}
        points={shelf.points}
        rules={shelf.rules}
        busy={ordering.busy}
        fault={ordering.fault}
        verb={t('recycle.restoreVerb', { n })}
        foot={
          <>
            <p className={styles.sideNote}>{t('recycle.renewHint')}</p>
            <GivingUp phones={phones} onDone={onDone} />
          </>
        }
        onPay={place}
      />
      <PayOrder
        order={ordering.order}
        wallet={wallet}
        shelf={shelf}
        onClose={() => {
          ordering.leave();
          onDone();
        }}
      />
    </>
  );
}

/** The other way out, once the number of phones is typed. */
function GivingUp({ phones, onDone }: Pick<RestoringProps, 'phones' | 'onDone'>) {
  const { t } = useTranslation();
  const id = useId();
  const [typed, setTyped] = useState('');
  const { run, busy } = useGivingUp(phones, onDone);
  const n = phones.length;
  const matches = typed.trim() === String(n);
  return (
    <section className={styles.givingUp} aria-label={t('recycle.giveUpVerb', { count: n })}>
      <h3>{t('recycle.giveUpVerb', { count: n })}</h3>
      <p>
        <Bold text={t('recycle.giveUpLost')} />
      </p>
      <p>
        <Bold text={t('recycle.giveUpStock')} />
      </p>
      <label htmlFor={id}>
        <Bold text={t('confirm.type', { n })} />
      </label>
      <div className={styles.sideRow}>
        <Input
          id={id}
          value={typed}
          inputMode="numeric"
          autoComplete="off"
          onChange={(event) => setTyped(event.target.value)}
        />
        <Button danger type="primary" disabled={!matches} loading={busy} onClick={() => void run()}>
          {t('recycle.giveUpVerb', { count: n })}
        </Button>
      </div>
      <p className={styles.sideNote}>{t('recycle.giveUpRecord')}</p>
    </section>
  );
}
