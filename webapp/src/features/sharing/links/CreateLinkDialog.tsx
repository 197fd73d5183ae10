// Makes a link to a phone.
import { useTranslation } from 'react-i18next';
import { MakeLinkDialog } from './MakeLinkDialog';

interface Props {
  open: boolean;
  phones: readonly { phoneId: number; owlId: string; phoneAlias: string; expireTime: number }[];
  onDone: () => void;
  onClose: () => void;
}

export default function CreateLinkDialog({ open, phones, onDone, onClose }: Props) {
  const { t } = useTranslation();
  const [phone] = phones;
  if (!phone) return null;
  const { phoneId, phoneAlias, owlId, expireTime } = phone;
  return (
    <MakeLinkDialog
      open={open}
      name={phoneAlias || owlId}
      text={t('links.text')}
      rentalEnd={expireTime}
      target={async () => ({ target: { phoneId } })}
      onDone={onDone}
      onClose={onClose}
    />
  );
}
