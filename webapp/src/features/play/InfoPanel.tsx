// Facts about the phone and what the keyboard does.
import { useTranslation } from 'react-i18next';
import { formatTime, remaining } from '@/core/rules';
import type { Phone } from '@/features/phones/api';
import { viewPhone } from '@/features/phones/view';
import styles from './InfoPanel.module.css';

interface Props {
  phone: Phone | undefined;
  /** Null where there is no keyboard to speak of: only watching, or a phone's own screen. */
  captured: boolean | null;
}

export function InfoPanel({ phone, captured }: Props) {
  const { t } = useTranslation();
  return (
    <div className={styles.panel}>
      <section>
        <h2 className={styles.title}>{t('play.facts')}</h2>
        {phone ? <Facts phone={phone} /> : null}
      </section>
      {captured === null ? null : (
        <section>
          <h2 className={styles.title}>{t('play.keys')}</h2>
          <p className={styles.hint}>{t(captured ? 'play.captured' : 'play.paused')}</p>
          <ul className={styles.keys}>
            <li>
              <kbd>Esc</kbd> {t('play.keyEsc')}
            </li>
            <li>
              <kbd>Esc</kbd> <kbd>Esc</kbd> {t('play.keyLeave')}
            </li>
            <li>
              <kbd>Ctrl</kbd> <kbd>V</kbd> {t('play.keyPaste')}
            </li>
            <li>
              <kbd>{t('play.keyWheel')}</kbd> {t('play.keyWheelDoes')}
            </li>
          </ul>
        </section>
      )}
    </div>
  );
}

function Facts({ phone }: { phone: Phone }) {
  const { t } = useTranslation();
  const rows: [label: string, value: string | null | undefined][] = [
    [t('play.factId'), phone.owlId],
    [t('play.factStatus'), viewPhone(phone).status.label],
    [t('play.factLevel'), t(`play.level.${phone.level}`)],
    [t('play.factOwner'), phone.ownerPhone],
    [t('play.factAndroid'), phone.androidVersion ? `Android ${phone.androidVersion}` : null],
    [t('play.factChip'), phone.chip],
    [t('play.factDpi'), phone.dpi ? String(phone.dpi) : null],
    [t('play.factOperator'), t(`play.operator.${phone.operator}`)],
    [t('play.factAssigned'), formatTime(phone.assignTime)],
    [t('play.factExpires'), `${formatTime(phone.expireTime)} · ${remaining(phone.expireTime, Date.now()).text}`],
  ];
  return (
    <dl className={styles.facts}>
      {rows.map(([label, value]) =>
        value ? (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ) : null,
      )}
    </dl>
  );
}
