// A link as it is passed on: its code, its address, the passcode while it is known, and who watches.
import { Button, Input } from 'antd';
import { Copy as CopyIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { paths } from '@/app/paths';
import { formatTime } from '@/core/rules';
import { Copy, useCopy } from '@/ui/copy/Copy';
import { Sheet } from '@/ui/dialogs/Sheet';
import { QR } from '@/ui/qr/QR';
import { ShareTicks } from '@/ui/Ticks';
import { addressOf } from './api';
import styles from './Links.module.css';

const WIDTH = 640;
const QR_SIZE = 178;

/** Parts of a link that are passed on. */
export interface Passed {
  path: string;
  /** Null: there is none, or it was shown before. */
  passcode: string | null;
  untilTime: number;
  /** Number of viewers now, of how many; none while it is not known. */
  watching?: { viewers: number; viewersMax: number } | undefined;
}

interface Props extends Passed {
  open?: boolean;
  name: string;
  onClose: () => void;
}

export function LinkShown({ open = true, name, onClose, ...passed }: Props) {
  const { t } = useTranslation();
  return (
    <Sheet open={open} title={t('links.titleOf', { name })} width={WIDTH} onClose={onClose}>
      <LinkPassed {...passed} />
    </Sheet>
  );
}

export function LinkPassed({ path, passcode, untilTime, watching }: Passed) {
  const { t } = useTranslation();
  const copy = useCopy();
  const address = addressOf(path);
  return (
    <div className={styles.shown}>
      <QR value={address} label={t('links.qr')} size={QR_SIZE} />
      <div className={styles.words}>
        <Input readOnly aria-label={t('links.address')} value={address} className={styles.address ?? ''} />
        <Button
          type="primary"
          block
          icon={<CopyIcon size={16} strokeWidth={1.6} aria-hidden="true" />}
          onClick={() => void copy(address, t('links.address'))}
        >
          {t('links.copy')}
        </Button>
        {passcode === null ? null : (
          <p className={styles.passcode}>
            {t('links.passcode')} <b>{passcode}</b> <Copy text={passcode} what={t('links.passcode')} />
            <small>{t('links.passcodeOnce')}</small>
          </p>
        )}
        <p>{t('links.openUntil', { time: formatTime(untilTime) })}</p>
        <p>{t(path.includes(paths.sharedTrial) ? 'links.trying.nothingElse' : 'links.nothingElse')}</p>
      </div>
      {watching ? (
        <div className={styles.watching}>
          <h3>
            {t('links.viewers')}
            <span className="owl-figures">
              <b>{watching.viewers}</b> / {watching.viewersMax}
            </span>
          </h3>
          <ShareTicks count={watching.viewers} cap={watching.viewersMax} stretch />
        </div>
      ) : null}
    </div>
  );
}
