// A wallet's own mark, in its own colour.
import { useTranslation } from 'react-i18next';

/** The wallets as the wire has them. */
export const ALIPAY = 1;
export const WECHAT_PAY = 2;

export function WalletMark({ wallet, size = 24 }: { wallet: number; size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
      {wallet === ALIPAY ? (
        <>
          <rect width="24" height="24" rx="5" fill="#1677FF" />
          <path
            d="M6 7.2h12M12 4.6v5.6M7.4 10.3h8.4c-.8 3.4-3.2 6.1-6.2 6.1-2 0-3.3-.9-3.3-2.3 0-1.3 1.2-2.1 2.8-2.1 2.6 0 6 1.7 9.2 3.4"
            fill="none"
            stroke="#fff"
            strokeWidth="1.6"
            strokeLinecap="round"
            strokeLinejoin="round"
          />
        </>
      ) : (
        <>
          <rect width="24" height="24" rx="5" fill="#1AAD19" />
          <path
            d="M10 5.6c-3.3 0-6 2.2-6 4.9 0 1.5.9 2.9 2.2 3.8l-.5 1.8 2.1-1.1c.7.2 1.4.3 2.2.3h.3a4.5 4.5 0 0 1-.2-1.2c0-2.5 2.4-4.5 5.4-4.5h.4c-.5-2.3-2.9-4-5.9-4Z"
            fill="#fff"
          />
          <path
            d="M20.2 14.1c0-2.2-2.2-4-4.8-4s-4.8 1.8-4.8 4 2.2 4 4.8 4c.6 0 1.2-.1 1.7-.2l1.6.9-.4-1.5c1.1-.7 1.9-1.9 1.9-3.2Z"
            fill="#fff"
          />
        </>
      )}
    </svg>
  );
}

/** Name by which people know a wallet. */
export function useWalletName(): (wallet: number) => string {
  const { t } = useTranslation();
  return (wallet) => t(wallet === ALIPAY ? 'pay.alipay' : 'pay.wechat');
}
