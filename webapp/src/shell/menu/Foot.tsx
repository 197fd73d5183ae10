// The foot of the operators' menu: which database this is, and the version.
import { useTranslation } from 'react-i18next';
import { constants } from '@/core/rules';
import { useOperatorMenu } from '@/features/admin/menu';
import { Eyes } from '@/ui/Eyes';
import styles from './Foot.module.css';

export function Foot() {
  const { t } = useTranslation();
  const stamp = useOperatorMenu()?.stamp;
  return (
    <p className={`${styles.foot} owl-figures`}>
      <span className={styles.stamp} data-stamp={stamp}>
        {stamp ? (
          <>
            <Eyes look={stamp === 'live' ? 'open' : 'half'} width={16} />
            {t(`shell.stamp.${stamp}`)}
          </>
        ) : null}
      </span>
      {constants().frontVersion}
    </p>
  );
}
