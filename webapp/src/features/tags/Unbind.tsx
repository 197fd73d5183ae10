// Asks before a tag is taken off phones, and takes it off.
import { useTranslation } from 'react-i18next';
import type { CallFault } from '@/core/http';
import { useToasts } from '@/ui/announce/Toasts';
import { Confirm } from '@/ui/dialogs/Confirm';
import { faultWords } from '@/ui/states/faultWords';
import { useUnbindTagMutation } from './api';

/** A tag and the phones that it leaves. */
export interface Parting {
  tag: { id: number; name: string };
  phones: readonly { id: number; name: string }[];
}

interface Props extends Parting {
  open: boolean;
  onClose: () => void;
}

export function Unbind({ open, tag, phones, onClose }: Props) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const [unbind] = useUnbindTagMutation();
  const [only] = phones;
  const n = phones.length;
  const name = tag.name;
  const takeOff = async () => {
    let refused: CallFault | undefined;
    let off = 0;
    for (const phone of phones) {
      const { error } = await unbind({ phoneTagId: tag.id, phoneId: phone.id });
      if (error) refused = error as CallFault;
      else off += 1;
    }
    if (refused) toasts.failed(faultWords(refused, t));
    if (off > 0) toasts.done(t('tags.unbound', { name, n: off }));
  };
  return (
    <Confirm
      open={open}
      mild
      title={
        n === 1 && only
          ? t('tags.unbindTitle', { name, phone: only.name })
          : t('tags.unbindManyTitle', { name, count: n })
      }
      verb={t('tags.unbind')}
      onConfirm={takeOff}
      onClose={onClose}
    >
      {t('tags.unbindText')}
    </Confirm>
  );
}
