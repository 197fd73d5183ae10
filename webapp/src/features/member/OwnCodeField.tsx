// A code to the member's own number, which the page knows only masked.
import { useTranslation } from 'react-i18next';
import { CodeField } from '@/features/auth/fields/CodeField';
import { codeUuid } from '@/features/auth/fields/sentCodes';
import styles from './AccountPage.module.css';

type Purpose = 'phone' | 'password' | 'delete' | 'token';

interface Props {
  purpose: Purpose;
  /** 138****0000. */
  masked: string;
  /** The form's field for the code. */
  name?: string;
}

export function OwnCodeField({ purpose, masked, name = 'code' }: Props) {
  const { t } = useTranslation();
  return (
    <>
      <p className={styles.lead}>{t('account.codeGoesTo', { masked })}</p>
      <CodeField purpose={purpose} target={{ kind: 'own', field: 'own' }} name={name} />
    </>
  );
}

/** The request that the code to one's own number answers. */
export const ownCodeUuid = (purpose: Purpose): string => codeUuid(purpose, 'own', '');
