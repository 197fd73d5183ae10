// The member's cloud files: how much space they take and how long they stay, each sent to phones or deleted.
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CallFault } from '@/core/http';
import { shareClip } from '@/features/sharing/links/ClipToShare';
import { Confirm } from '@/ui/dialogs/Confirm';
import { Sheet } from '@/ui/dialogs/Sheet';
import { Note } from '@/ui/Note';
import { ChangeButton } from '@/ui/rights/ChangeButton';
import { faultWords } from '@/ui/states/faultWords';
import { type CloudFile, nameOf, useListCloudFilesQuery, useRemoveCloudFileMutation } from './api';
import styles from './Cloud.module.css';
import { CloudList } from './CloudList';
import { Space } from './StorageBar';

interface Props {
  onSend: (file: CloudFile) => void;
  onClose: () => void;
}

export default function CloudDialog({ onSend, onClose }: Props) {
  const { t } = useTranslation();
  const { data } = useListCloudFilesQuery({ pageNo: 1, pageSize: 1 });
  const [remove] = useRemoveCloudFileMutation();
  const [going, setGoing] = useState<CloudFile | null>(null);
  const [fault, setFault] = useState<CallFault | null>(null);
  const takeAway = async ({ uploadId }: CloudFile) => {
    const { error } = await remove(uploadId);
    setFault((error as CallFault | undefined) ?? null);
  };
  return (
    <>
      <Sheet open title={t('cloud.title')} width={640} onClose={onClose}>
        <div className={styles.dialog}>
          {data ? (
            <p className={styles.space}>
              <Space used={data.used} quota={data.quota} />
              <span>{t('cloud.kept', { count: data.keptDays })}</span>
            </p>
          ) : null}
          {fault ? (
            <Note tone="fault" requestId={fault.requestId}>
              {faultWords(fault, t)}
            </Note>
          ) : null}
          <CloudList
            after={(file) => (
              <div className={styles.buttons}>
                {file.kind === 'video' ? (
                  <ChangeButton type="link" size="small" onClick={() => shareClip(file)}>
                    {t('cloud.share')}
                  </ChangeButton>
                ) : null}
                <ChangeButton type="link" size="small" onClick={() => onSend(file)}>
                  {t('cloud.send')}
                </ChangeButton>
                <ChangeButton
                  type="text"
                  size="small"
                  icon={<Trash2 size={16} strokeWidth={1.6} aria-hidden="true" />}
                  aria-label={t('cloud.delete', { name: nameOf(file) })}
                  title={t('cloud.delete', { name: nameOf(file) })}
                  onClick={() => {
                    setFault(null);
                    setGoing(file);
                  }}
                />
              </div>
            )}
          />
        </div>
      </Sheet>
      {going ? (
        <Confirm
          open
          title={t('cloud.deleteTitle', { name: nameOf(going) })}
          verb={t('cloud.deleteVerb')}
          onConfirm={() => takeAway(going)}
          onClose={() => setGoing(null)}
        >
          {t('cloud.deleteText')}
        </Confirm>
      ) : null}
    </>
  );
}
