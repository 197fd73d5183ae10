// The receipt of a push where no list stands behind it: it hears by itself what moves.
import type { ReactNode } from 'react';
import OperationReceipt from '@/features/operations/OperationReceipt';
import { useOperationNews } from '@/features/operations/useNews';

interface Props {
  batchIds: readonly number[];
  picture: (phoneId: number) => ReactNode;
  onOpen: (batchIds: readonly number[]) => void;
  onClose: () => void;
}

export default function PushReceipt(props: Props) {
  useOperationNews();
  return <OperationReceipt {...props} />;
}
