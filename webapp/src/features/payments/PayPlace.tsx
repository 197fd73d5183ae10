// Place of the payment at the wallet: a code to scan, or the way to the wallet's own page.
import { Button } from 'antd';
import { ExternalLink } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { CallFault } from '@/core/http';
import { QR } from '@/ui/qr/QR';
import { faultWords } from '@/ui/states/faultWords';
import type { Prepared } from './api';
import styles from './Pay.module.css';
import { PayPicture } from './PayPicture';
import { wayHere } from './WalletChoice';
import { useWalletName, WalletMark } from './WalletMark';

interface Props {
  wallet: number;
  /** Inside somebody else's page: there a wallet lets nobody show its own, so that it opens beside it. */
  framed: boolean;
  prepared: Prepared | null;
  fault: CallFault | null;
  retry: () => void;
}

/** An address that may be opened: a web address, nothing else. */
function webAddress(value: unknown): string | null {
  return typeof value === 'string' && /^https?:\/\//i.test(value) ? value : null;
}

export function PayPlace({ wallet, framed, prepared, fault, retry }: Props) {
  const { t } = useTranslation();
  const name = useWalletName()(wallet);
  const show = prepared?.show;
  const address = show?.kind === 'page' ? webAddress(show.value) : null;
  const code = show?.kind === 'qr' && typeof show.value === 'string' ? show.value : null;
  // A stand-in wallet's code leads to its page, which a wallet on a phone cannot scan from this computer.
  const standIn = code === null ? null : webAddress(code);
  return (
    <>
      {code ? (
        <QR value={code} size={184} label={t('pay.code', { wallet: name })} />
      ) : (
        <div className={styles.place}>
          <PayPicture state="pending" />
        </div>
      )}
      <p className={styles.hint} role={fault ? 'alert' : undefined} data-fault={Boolean(fault)}>
        {fault ? null : <WalletMark wallet={wallet} size={22} />}
        <span className="owl-prose">
          {fault
            ? faultWords(fault, t)
            : code
              ? t('pay.scan', { wallet: name })
              : address
                ? t('pay.goes', { wallet: name })
                : t('pay.preparing', { wallet: name })}
        </span>
      </p>
      {standIn ? (
        <a className={styles.standIn} href={standIn} target="_blank" rel="noopener noreferrer">
          {t('pay.openStandIn', { wallet: name })}
        </a>
      ) : null}
      {fault ? <Button onClick={retry}>{t('common.retry')}</Button> : null}
      {address ? (
        <Button
          type="primary"
          icon={<ExternalLink size={16} strokeWidth={1.6} />}
          href={address}
          {...(framed || wayHere() === 'pc' ? { target: '_blank', rel: 'noopener noreferrer' } : {})}
        >
          {t('pay.open', { wallet: name })}
        </Button>
      ) : null}
    </>
  );
}
