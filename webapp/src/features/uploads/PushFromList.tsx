// The dialog for phones of the list; the receipt stands beside it then.
import { useTranslation } from 'react-i18next';
import { toastStarted } from '@/features/operations/useBegin';
import { useShowReceipt } from '@/features/operations/useShowReceipt';
import type { Phone } from '@/features/phones/api';
import { useToasts } from '@/ui/announce/Toasts';
import PushDialog from './PushDialog';
import { pickable } from './useMyPhones';

interface Props {
  open: boolean;
  phones: readonly Phone[];
  onDone: () => void;
  onClose: () => void;
}

const NOTHING: readonly File[] = [];

export default function PushFromList({ open, phones, onDone, onClose }: Props) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const show = useShowReceipt();
  return (
    <PushDialog
      open={open}
      dropped={NOTHING}
      phones={phones.map(pickable)}
      onStarted={(started, kind) => {
        toastStarted(toasts, t, kind, started, show);
        onDone();
      }}
      onClose={onClose}
    />
  );
}
