// Abilities of every phone, whatever it costs.
import { useTranslation } from 'react-i18next';
import styles from './Choices.module.css';

const parts = ['live', 'batch', 'reset', 'order'] as const;

export function Included() {
  const { t } = useTranslation();
  return (
    <>
      <h2 className={styles.legend}>{t('buy.included.title')}</h2>
      <dl className={styles.included}>
        {parts.map((part) => (
          <div key={part}>
            <dt>{t(`buy.included.${part}`)}</dt>
            <dd className="owl-prose">{t(`buy.included.${part}Text`)}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
