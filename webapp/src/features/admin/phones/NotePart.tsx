// Operators' note about a phone, which no member reads: written in a dialog, and refused where a colleague wrote another one first.
import { Button, Form } from 'antd';
import { PenLine } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PhoneNoteLimits } from '@/contract/constants';
import { type CallFault, Code } from '@/core/http';
import { useToasts } from '@/ui/announce/Toasts';
import { FormDialog } from '@/ui/dialogs/FormDialog';
import { CountedInput } from '@/ui/fields/CountedInput';
import { showFieldFault } from '@/ui/fields/fieldFault';
import { Gate } from '@/ui/rights/Gate';
import { type PhoneDetails, useWritePhoneNoteMutation } from './api';
import styles from './Phones.module.css';

export function NotePart({ phone }: { phone: PhoneDetails }) {
  const { t } = useTranslation();
  const [writing, setWriting] = useState(false);
  const { note } = phone;
  return (
    <section>
      <h3>
        {t('stockPhones.note')} <small>{t('stockPhones.noteFor')}</small>
      </h3>
      <p className={styles.note}>
        <span className={note ? undefined : styles.quiet}>{note || t('stockPhones.noNote')}</span>
        <Gate operation="write_phone_note">
          <Button
            size="small"
            icon={<PenLine size={14} strokeWidth={1.6} />}
            aria-label={t('stockPhones.noteWrite')}
            onClick={() => setWriting(true)}
          />
        </Gate>
      </p>
      {writing ? <NoteDialog phone={phone} onClose={() => setWriting(false)} /> : null}
    </section>
  );
}

/** The note that stood when the dialog was opened, or that a refusal told of, is the one that is written over. */
function NoteDialog({ phone, onClose }: { phone: PhoneDetails; onClose: () => void }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const [form] = Form.useForm<{ note: string }>();
  const [write] = useWritePhoneNoteMutation();
  const [seen, setSeen] = useState(phone.note);
  const submit = async ({ note }: { note: string }): Promise<CallFault | 'stay' | undefined> => {
    const { error } = await write({ phoneId: phone.phoneId, note, seen });
    const fault = error as CallFault | undefined;
    if (!fault) {
      toasts.done(t('stockPhones.noteSaved'));
      return undefined;
    }
    if (fault.code === Code.changedMeanwhile) {
      const { now } = fault.data as { now: string };
      setSeen(now);
      form.setFields([{ name: 'note', errors: [t('meanwhile.field', { now: now || t('stockPhones.noNote') })] }]);
      return 'stay';
    }
    return showFieldFault(form, ['note'], fault) ? 'stay' : fault;
  };
  return (
    <FormDialog<{ note: string }>
      open
      form={form}
      title={t('stockPhones.noteTitle', { name: phone.alias || phone.owlId })}
      initial={{ note: phone.note }}
      submit={t('stockPhones.noteSave')}
      onSubmit={submit}
      onClose={onClose}
    >
      <Form.Item name="note" label={t('stockPhones.note')} extra={t('stockPhones.noteFor')}>
        <CountedInput max={PhoneNoteLimits.max} autoComplete="off" />
      </Form.Item>
    </FormDialog>
  );
}
