// Files being installed on the phone that is played, before they are apps there: their names, and how far they are.
import { Progress } from 'antd';
import { useTranslation } from 'react-i18next';
import { useGetReceiptQuery } from '@/features/operations/api';
import { AppIcon } from './AppIcon';
import styles from './Apps.module.css';

interface Props {
  phoneId: number;
  batchId: number;
}

export function Arriving({ phoneId, batchId }: Props) {
  const { t } = useTranslation();
  const { currentData } = useGetReceiptQuery(batchId);
  const sent = currentData?.list.find((row) => row.phoneId === phoneId)?.sent;
  if (!currentData) return null;
  const name = currentData.files.map((file) => file.name).join(t('apps.comma'));
  const percent = sent ? Math.floor((sent.bytes / Math.max(1, sent.total)) * 100) : 0;
  return (
    <div className={styles.row}>
      <AppIcon icon={null} />
      <div className={styles.about}>
        <b className={styles.name} title={name}>
          <bdi>{name}</bdi>
        </b>
        <Progress percent={percent} showInfo={false} size="small" aria-label={t('apps.arriving', { name })} />
      </div>
      <span className="owl-figures">{`${percent}%`}</span>
    </div>
  );
}
