// Apps of the market or the cloud that are ticked to be installed on the phones of the dialog.
import { Checkbox } from 'antd';
import { useTranslation } from 'react-i18next';
import type { Upload } from '@/features/uploads/api';
import { nameOf } from '@/features/uploads/cloud/api';
import { CloudList } from '@/features/uploads/cloud/CloudList';
import { MarketList } from './market/MarketList';
import { ApartNote } from './parts';

interface Props {
  way: 'market' | 'cloud';
  chosen: readonly Upload[];
  /** Whether no more apps can be ticked. */
  full: boolean;
  onChoose: (upload: Upload, on: boolean) => void;
  /** Function that counts the phones whose app is signed by other keys than a version. */
  apart: (version: Upload['app']) => number;
}

export default function InstallFrom({ way, chosen, full, onChoose, apart }: Props) {
  const { t } = useTranslation();
  const tick = (upload: Upload, label: string) => {
    const on = chosen.some(({ uploadId }) => uploadId === upload.uploadId);
    return (
      <Checkbox
        aria-label={label}
        checked={on}
        disabled={full && !on}
        onChange={({ target }) => onChoose(upload, target.checked)}
      />
    );
  };
  const note = ({ app }: Upload) => <ApartNote many count={apart(app)} />;
  return way === 'market' ? (
    <MarketList note={note} before={(version, { name }) => tick(version, t('market.select', { name }))} />
  ) : (
    <CloudList apps note={note} before={(file) => tick(file, t('cloud.select', { name: nameOf(file) }))} />
  );
}
