// The phones that a message is about: their pictures, when each of them ends, and what their renewal costs where the message asks for it.
import { Button } from 'antd';
import { CalendarPlus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { paths } from '@/app/paths';
import { formatTime } from '@/core/rules';
import { renewable, renewalOf } from '@/features/orders/renew/renewal';
import { useShelf } from '@/features/orders/useShelf';
import type { Phone } from '@/features/phones/api';
import { Money } from '@/ui/Money';
import { RemainingTime } from '@/ui/time/RemainingTime';
import { useNow } from '@/ui/time/useNow';
import type { Message } from './api';
import { Film, paneFilm, useFilmed } from './Films';
import styles from './Films.module.css';

/** Pictures of the film, and phones that have a row; more are counted. */
const FILM_MAX = 12;
const ROWS_MAX = 6;
const CLOCK_MS = 30_000;
/** Default choice of a renewal: the package by which days are priced. */
const USUAL = { days: undefined, own: new Map<number, number>() };

type Props = Pick<Message, 'id' | 'aboutPhoneIds' | 'phoneIds'>;

export function AboutPhones({ id, aboutPhoneIds, phoneIds }: Props) {
  const { phones, skewMs } = useFilmed(aboutPhoneIds);
  const now = useNow(CLOCK_MS) + skewMs;
  if (aboutPhoneIds.length === 0) return null;
  return (
    <div className={styles.about}>
      {phones.length > 1 ? <Film {...paneFilm({ id, aboutPhoneIds })} max={FILM_MAX} width={38} /> : null}
      {phones.length > 0 ? <Phones id={id} phones={phones} now={now} /> : null}
      {phoneIds.length > 0 ? <Renewal phoneIds={phoneIds} phones={phones} /> : null}
    </div>
  );
}

function Phones({ id, phones, now }: { id: number; phones: readonly Phone[]; now: number }) {
  const { t } = useTranslation();
  const more = phones.length - ROWS_MAX;
  return (
    <ul className={styles.phones} aria-label={t('notices.phones')}>
      {phones.slice(0, ROWS_MAX).map((phone) => (
        <li key={phone.phoneId} className={styles.phone}>
          <Film
            name={phones.length === 1 ? `pane-${id}` : `row-${phone.phoneId}`}
            phoneIds={[phone.phoneId]}
            max={1}
            width={22}
          />
          <span className={styles.who}>
            <b>
              <bdi>{phone.phoneAlias || phone.owlId}</bdi>
            </b>
            <span className={`${styles.small} owl-mono`}>{phone.owlId}</span>
          </span>
          <span className={styles.left}>
            <RemainingTime until={phone.expireTime} now={now} />
            <span className={`${styles.small} owl-figures`}>{formatTime(phone.expireTime)}</span>
          </span>
        </li>
      ))}
      {more > 0 ? (
        <li className={`${styles.phone} ${styles.small}`}>{t('notices.morePhones', { count: more })}</li>
      ) : null}
    </ul>
  );
}

/** The way to a renewal of all phones that the message asks for, and what that costs. */
function Renewal({ phoneIds, phones }: { phoneIds: readonly number[]; phones: readonly Phone[] }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { shelf, now } = useShelf();
  const asked = phones.filter(({ phoneId, level }) => phoneIds.includes(phoneId) && level === 'owner');
  const own = shelf ? asked.map((phone) => renewable(phone, shelf, now, 'not sold')) : [];
  const sold = own.filter(({ blocked }) => !blocked);
  const renewal = shelf ? renewalOf(shelf, sold, USUAL, now) : null;
  const price = renewal?.price.fault ? null : renewal?.price;
  const days = new Set(renewal?.lines.map((line) => line.package.days));
  const [only] = days;
  return (
    <>
      {price ? (
        <dl className={styles.price}>
          <dt>
            {days.size === 1 && only !== undefined
              ? t('notices.renewDays', { count: sold.length, days: only })
              : t('notices.renewMixed', { count: sold.length })}
          </dt>
          <dd>
            <Money fen={price.listFen} />
          </dd>
          {price.discountFen > 0 ? (
            <>
              <dt>{t('notices.renewLess')}</dt>
              <dd className={styles.saving}>
                <Money fen={-price.discountFen} />
              </dd>
            </>
          ) : null}
          <dt>{t('notices.renewTotal')}</dt>
          <dd className={styles.total}>
            <Money fen={price.totalFen} />
          </dd>
        </dl>
      ) : null}
      <span className={styles.steps}>
        <Button
          type="primary"
          icon={<CalendarPlus size={16} strokeWidth={1.6} aria-hidden="true" />}
          onClick={() => void navigate(`${paths.renew}?phoneIds=${phoneIds.join()}`)}
        >
          {t('notices.renew', { count: phoneIds.length })}
        </Button>
      </span>
    </>
  );
}
