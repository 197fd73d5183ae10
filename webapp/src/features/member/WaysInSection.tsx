// How the member gets in: phone number, e-mail address, password, other providers. Each change proves itself by a code.
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Note } from '@/ui/Note';
import type { Member } from './api';
import { EmailDialog } from './EmailDialog';
import { LinkedRows } from './LinkedRows';
import { PasswordDialog } from './PasswordDialog';
import { PhoneDialog } from './PhoneDialog';
import { Fact, Row, Rows, Section } from './Section';

export function WaysInSection({ member }: { member: Member }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState<'phone' | 'email' | 'password' | null>(null);
  const close = () => setOpen(null);
  const { phone, email, hasPassword, mustChangePassword, social } = member;
  return (
    <Section title={t('account.ways.title')} note={t('account.ways.note')}>
      {mustChangePassword ? <Note tone="warning">{t('account.mustChange')}</Note> : null}
      <Rows>
        <Row
          label={t('account.phone')}
          action={phone ? <Button onClick={() => setOpen('phone')}>{t('account.changePhone')}</Button> : null}
        >
          <Fact text={phone} none={t('account.none')} />
        </Row>
        <Row
          label={t('account.email')}
          action={
            <Button onClick={() => setOpen('email')}>{t(email ? 'account.changeEmail' : 'account.addEmail')}</Button>
          }
        >
          <Fact text={email} none={t('account.none')} />
        </Row>
        <Row
          label={t('account.password.title')}
          action={phone ? <Button onClick={() => setOpen('password')}>{t('account.password.change')}</Button> : null}
        >
          <Fact text={hasPassword ? t('account.password.set') : ''} none={t('account.password.notSet')} />
        </Row>
        <LinkedRows linked={social} />
      </Rows>
      <PhoneDialog open={open === 'phone'} masked={phone} onClose={close} />
      <EmailDialog open={open === 'email'} current={email} onClose={close} />
      <PasswordDialog open={open === 'password'} masked={phone} onClose={close} />
    </Section>
  );
}
