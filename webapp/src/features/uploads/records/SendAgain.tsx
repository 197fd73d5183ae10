// Sends what a record sent to other phones, without uploading it again.
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CallFault } from '@/core/http';
import { constants } from '@/core/rules';
import { useSelection } from '@/ui/batch/useSelection';
import { Sheet } from '@/ui/dialogs/Sheet';
import { Note } from '@/ui/Note';
import { PhonePicker, type PickPhone } from '@/ui/pick/PhonePicker';
import { faultWords } from '@/ui/states/faultWords';
import { useInstallMutation } from '../api';
import { useMyPhones } from '../useMyPhones';
import type { UploadRecord } from './api';

const idOf = ({ id }: PickPhone): number => id;

interface Props {
  record: UploadRecord;
  onStarted: (batchId: number) => void;
  onClose: () => void;
}

export default function SendAgain({ record, onStarted, onClose }: Props) {
  const { t } = useTranslation();
  const cap = constants().batchMax;
  const selection = useSelection(idOf, cap);
  const source = useMyPhones();
  const [install, { isLoading }] = useInstallMutation();
  const [fault, setFault] = useState<CallFault | null>(null);
  const phoneIds = selection.rows.map(idOf);
  const { uploadIds, choice, grantPermissions, replace, allowDowngrade } = record;
  const start = async () => {
    setFault(null);
    const { data, error } = await install({ phoneIds, uploadIds, choice, grantPermissions, replace, allowDowngrade });
    if (error || !data) return setFault(error as CallFault);
    onStarted(data.batchId);
  };
  return (
    <Sheet
      open
      title={t('records.sendTitle', { names: record.files.map(({ name }) => name).join(t('records.comma')) })}
      width={640}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button type="primary" disabled={phoneIds.length === 0} loading={isLoading} onClick={() => void start()}>
            {t('records.sendN', { n: phoneIds.length })}
          </Button>
        </>
      }
    >
      {fault ? (
        <Note tone="fault" requestId={fault.requestId}>
          {faultWords(fault, t)}
        </Note>
      ) : null}
      <PhonePicker source={source} selection={selection} cap={cap} />
    </Sheet>
  );
}
