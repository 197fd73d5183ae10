// Redeem codes inside somebody else's page: light or dark as the address says, and what each code gave told to the page around.
import { useCallback } from 'react';
import { useListConfigurationsQuery } from '@/features/orders/api';
import { postToEmbedder, useThemeOfAddress } from '@/shell/embedding';
import type { Redeemed } from './api';
import RedeemPage from './RedeemPage';

const NOBODY: readonly string[] = [];

export default function RedeemEmbedded() {
  useThemeOfAddress();
  const { data } = useListConfigurationsQuery();
  const origins = data?.embedOrigins ?? NOBODY;
  const tell = useCallback(
    (redeemed: Redeemed[]) => {
      for (const { gives, days, phoneId, owlId, expireTime } of redeemed) {
        postToEmbedder({ type: 'owldeck-redeem', gives, days, phoneId, owlId, expireTime }, origins);
      }
    },
    [origins],
  );
  return <RedeemPage onRedeemed={tell} />;
}
