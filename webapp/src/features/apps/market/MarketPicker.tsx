// Apps of the market that are ticked for a push.
import { Checkbox } from 'antd';
import { useTranslation } from 'react-i18next';
import type { Uploads } from '@/features/uploads/useUploads';
import { MarketList } from './MarketList';

interface Props {
  uploads: Uploads;
  onRefused: (words: string | undefined) => void;
}

export default function MarketPicker({ uploads, onRefused }: Props) {
  const { t } = useTranslation();
  const { files, addCloud, remove } = uploads;
  return (
    <MarketList
      before={(version, { name }) => {
        const taken = files.find(({ upload }) => upload?.uploadId === version.uploadId);
        return (
          <Checkbox
            aria-label={t('market.select', { name })}
            checked={taken !== undefined}
            onChange={() => {
              onRefused(taken ? undefined : addCloud(version));
              if (taken) remove(taken.key);
            }}
          />
        );
      }}
    />
  );
}
