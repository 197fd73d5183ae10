// The way out for good: what goes with the account, then proof of three kinds.
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Member } from './api';
import { DeleteDialog } from './DeleteDialog';
import { Section } from './Section';

export function DeleteSection({ member }: { member: Member }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  // An account without a phone cannot prove itself by a code; operators' accounts are not theirs to delete.
  if (!member.phone) return null;
  return (
    <Section title={t('deletion.title')} note={t('deletion.note')}>
      <Button danger onClick={() => setOpen(true)}>
        {t('deletion.delete')}
      </Button>
      <DeleteDialog open={open} masked={member.phone} onClose={() => setOpen(false)} />
    </Section>
  );
}
