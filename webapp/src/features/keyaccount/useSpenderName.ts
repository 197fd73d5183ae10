// Name of a row of the spend.
import { useTranslation } from 'react-i18next';
import type { Spender } from './api';

/** The parent's name for a sub-account, else its masked number; the phones that none has by what they are. */
export function useSpenderName(): (row: Spender) => string {
  const { t } = useTranslation();
  return ({ memberId, name, phone }) => (memberId === null ? t('keyAccount.notGiven') : name || phone);
}
