// One order of any member in full, as the member sees it, with whose it is.
import { Drawer } from 'antd';
import { X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { CallFault } from '@/core/http';
import { FaultState } from '@/ui/FaultState';
import { RowSkeletons } from '@/ui/Skeletons';
import { useWide } from '@/ui/useWide';
import { OrderDetails } from '../OrderDetails';
import { useGetAnyOrderQuery } from './api';

interface Props {
  orderId: number;
  onClose: () => void;
}

export default function AnyOrderDrawer({ orderId, onClose }: Props) {
  const { t } = useTranslation();
  const wide = useWide();
  const { currentData, error, refetch } = useGetAnyOrderQuery(orderId, { refetchOnMountOrArgChange: true });
  return (
    <Drawer
      open
      title={currentData ? t('desk.orderOf', { member: currentData.member }) : t('orders.details')}
      onClose={onClose}
      placement={wide ? 'right' : 'bottom'}
      size={wide ? 472 : '92dvh'}
      mask={!wide}
      closable={{ closeIcon: <X size={18} strokeWidth={1.6} />, placement: 'end', 'aria-label': t('common.close') }}
    >
      {currentData ? (
        <OrderDetails order={currentData} owned={false} />
      ) : error ? (
        <FaultState title={t('orders.detailsFailed')} fault={error as CallFault} onRetry={() => void refetch()} />
      ) : (
        <RowSkeletons count={8} />
      )}
    </Drawer>
  );
}
