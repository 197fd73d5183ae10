// The calendar of ends: as a file, and at an address of its own that a calendar program reads by itself.
import { Button } from 'antd';
import { Download } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { below } from '@/core/base';
import type { CallFault } from '@/core/http';
import { useToasts } from '@/ui/announce/Toasts';
import { useCopy } from '@/ui/copy/Copy';
import { Sheet } from '@/ui/dialogs/Sheet';
import { saveText } from '@/ui/saveText';
import { FaultState } from '@/ui/states/FaultState';
import { faultWords } from '@/ui/states/faultWords';
import { RowSkeletons } from '@/ui/states/Skeletons';
import styles from './AutoRenew.module.css';
import { useGetCalendarAddressQuery, useGetCalendarMutation, useSetCalendarAddressMutation } from './api';

interface Props {
  open: boolean;
  onClose: () => void;
}

export default function CalendarDialog({ open, onClose }: Props) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const copy = useCopy();
  const { data, error, refetch } = useGetCalendarAddressQuery(undefined, { refetchOnMountOrArgChange: true });
  const [set, { isLoading: isSetting }] = useSetCalendarAddressMutation();
  const [getCalendar, { isLoading }] = useGetCalendarMutation();
  const download = async () => {
    const { data: text, error: fault } = await getCalendar();
    if (text === undefined) toasts.failed(t('recycle.calendarFailed'), { text: faultWords(fault as CallFault, t) });
    else saveText('owldeck.ics', text, 'text/calendar');
  };
  const change = async (on: boolean, done: string) => {
    const { error: fault } = await set({ on });
    if (fault) toasts.failed(faultWords(fault as CallFault, t));
    else toasts.done(done);
  };
  const address = data?.path ? window.location.origin + below(data.path) : null;
  return (
    <Sheet
      open={open}
      title={t('recycle.calendarTitle')}
      onClose={onClose}
      footer={
        <>
          <Button
            icon={<Download size={16} strokeWidth={1.6} aria-hidden="true" />}
            loading={isLoading}
            onClick={download}
          >
            {t('recycle.calendarFile')}
          </Button>
          {address ? (
            <Button type="primary" onClick={() => void copy(address, t('recycle.address'))}>
              {t('recycle.addressCopy')}
            </Button>
          ) : (
            <Button
              type="primary"
              disabled={!data}
              loading={isSetting}
              onClick={() => void change(true, t('recycle.addressMade'))}
            >
              {t('recycle.addressMake')}
            </Button>
          )}
        </>
      }
    >
      {error && !data ? (
        <FaultState title={t('recycle.addressFailed')} fault={error as CallFault} onRetry={() => void refetch()} />
      ) : !data ? (
        <RowSkeletons count={2} />
      ) : (
        <div className={styles.address}>
          <p className="owl-prose">{t('recycle.addressText')}</p>
          {address ? (
            <>
              <code className="owl-mono">{address}</code>
              <p className="owl-prose">{t('recycle.addressSecret')}</p>
              <div>
                <Button loading={isSetting} onClick={() => void change(true, t('recycle.addressRenewed'))}>
                  {t('recycle.addressRenew')}
                </Button>{' '}
                <Button type="text" danger onClick={() => void change(false, t('recycle.addressEnded'))}>
                  {t('recycle.addressEnd')}
                </Button>
              </div>
            </>
          ) : null}
        </div>
      )}
    </Sheet>
  );
}
