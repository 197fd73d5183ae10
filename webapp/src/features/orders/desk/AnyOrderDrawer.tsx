// One order of any member in full, as the member sees it, with whose it is.
import { useTranslation } from 'react-i18next';
import type { CallFault } from '@/core/http';
import { DockedDrawer } from '@/ui/dialogs/DockedDrawer';
import { FaultState } from '@/ui/states/FaultState';
import { RowSkeletons } from '@/ui/states/Skeletons';
import { OrderDetails } from '../records/OrderDetails';
import { useGetAnyOrderQuery } from './api';

interface Props {
  orderId: number;
  onClose: () => void;
}

export default function AnyOrderDrawer({ orderId, onClose }: Props) {
  const { t } = useTranslation();
  const { currentData, error, refetch } = useGetAnyOrderQuery(orderId, { refetchOnMountOrArgChange: true });
  return (
    <DockedDrawer
      open
      title={currentData ? t('desk.orderOf', { member: currentData.member }) : t('orders.details')}
      onClose={onClose}
    >
      {currentData ? (
        <OrderDetails order={currentData} owned={false} />
      ) : error ? (
        <FaultState title={t('orders.detailsFailed')} fault={error as CallFault} onRetry={() => void refetch()} />
      ) : (
        <RowSkeletons count={8} />
      )}
    </DockedDrawer>
  );
}
