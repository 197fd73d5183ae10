// Name of the enterprise: the one that its owner gave the account, else the page's.
import { useTranslation } from 'react-i18next';
import { useCurrentMemberQuery } from '@/features/member/api';

export function useCompanyName(ownsIt: boolean): string {
  const { t } = useTranslation();
  const { data } = useCurrentMemberQuery(undefined, { skip: !ownsIt });
  // A new account is called by its masked number.
  const named = data?.nickname && data.nickname !== data.phone;
  return named ? data.nickname : t('pages.keyAccount');
}
