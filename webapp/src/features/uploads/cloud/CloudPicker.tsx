// Cloud files that are ticked for a push.
import { Checkbox } from 'antd';
import { useTranslation } from 'react-i18next';
import type { Uploads } from '../useUploads';
import { nameOf } from './api';
import { CloudList } from './CloudList';

interface Props {
  uploads: Uploads;
  onRefused: (words: string | undefined) => void;
}

export default function CloudPicker({ uploads, onRefused }: Props) {
  const { t } = useTranslation();
  const { files, addCloud, remove } = uploads;
  return (
    <CloudList
      before={(file) => {
        const taken = files.find(({ upload, state }) => state === 'ready' && upload?.uploadId === file.uploadId);
        return (
          <Checkbox
            aria-label={t('cloud.select', { name: nameOf(file) })}
            checked={taken !== undefined}
            onChange={() => {
              onRefused(taken ? undefined : addCloud(file));
              if (taken) remove(taken.key);
            }}
          />
        );
      }}
    />
  );
}
