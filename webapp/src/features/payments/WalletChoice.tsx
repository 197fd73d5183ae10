// Choice of the wallet, with what it will show: those that the server offers on this kind of device.
import { useTranslation } from 'react-i18next';
import { choice } from '@/core/storage';
import { Choice } from '@/ui/fields/Choice';
import type { PaymentMethod } from './api';
import styles from './Pay.module.css';
import { ALIPAY, useWalletName, WalletMark, WECHAT_PAY } from './WalletMark';

const lastWallet = choice('wallet', String(ALIPAY), String(WECHAT_PAY));

export interface Offer {
  wallet: number;
  ways: readonly string[];
}

/** A finger on a small screen pays on the device itself, everybody else beside it. */
export const wayHere = (): PaymentMethod =>
  window.matchMedia('(pointer: coarse) and (max-width: 991.98px)').matches ? 'h5' : 'pc';

/** The wallets that can be used here. */
export const walletsHere = (offers: readonly Offer[]): number[] =>
  offers.filter(({ ways }) => ways.includes(wayHere())).map(({ wallet }) => wallet);

/** The wallet that was used last in this browser, where it can be used; else the first one. */
export const usualWallet = (wallets: readonly number[]): number | undefined =>
  wallets.find((wallet) => String(wallet) === lastWallet.get()) ?? wallets[0];

export const keepWallet = (wallet: number): void => lastWallet.set(String(wallet));

interface Props {
  wallets: readonly number[];
  value: number | undefined;
  onChange: (wallet: number) => void;
}

export function WalletChoice({ wallets, value, onChange }: Props) {
  const { t } = useTranslation();
  const name = useWalletName();
  const shows = (wallet: number) =>
    wayHere() === 'h5' ? t('pay.byApp') : t(wallet === ALIPAY ? 'pay.byPage' : 'pay.byQr');
  if (wallets.length === 0) return <p className={`${styles.none} owl-prose`}>{t('pay.noWallet')}</p>;
  return (
    <Choice
      legend={t('pay.wallet')}
      legendHidden
      minWidth={240}
      value={value}
      onChange={onChange}
      options={wallets.map((wallet) => ({
        value: wallet,
        title: (
          <span className={styles.wallet}>
            <WalletMark wallet={wallet} />
            {name(wallet)}
          </span>
        ),
        mark: <span className={styles.shows}>{shows(wallet)}</span>,
      }))}
    />
  );
}
