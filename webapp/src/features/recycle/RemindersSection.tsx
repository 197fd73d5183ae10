// Where reminders of expiry go beside the messages: by SMS and by mail, each a switch that says why it cannot be set.
import { Switch } from 'antd';
import { useTranslation } from 'react-i18next';
import type { CallFault } from '@/core/http';
import { viewOnly } from '@/core/viewOnly';
import { Row, Rows, Section } from '@/features/member/Section';
import { useToasts } from '@/ui/announce/Toasts';
import { FaultState } from '@/ui/states/FaultState';
import { faultWords } from '@/ui/states/faultWords';
import { RowSkeletons } from '@/ui/states/Skeletons';
import { useGetRemindersQuery, useSetRemindersMutation } from './api';

export function RemindersSection() {
  const { t } = useTranslation();
  const toasts = useToasts();
  const { data, error, refetch } = useGetRemindersQuery(undefined, { refetchOnMountOrArgChange: true });
  const [set, { isLoading }] = useSetRemindersMutation();
  const viewed = viewOnly();
  const change = async (part: { bySms?: boolean; byMail?: boolean }) => {
    if (!data) return;
    const answer = await set({ bySms: data.bySms, byMail: data.byMail, ...part });
    if (answer.error) toasts.failed(faultWords(answer.error as CallFault, t));
    else toasts.done(t('reminders.saved'));
  };
  const way = (label: string, on: boolean, possible: boolean, why: string, part: (on: boolean) => object) => (
    <Row
      label={label}
      action={
        <Switch
          aria-label={label}
          checked={on}
          disabled={isLoading || viewed !== null || (!possible && !on)}
          title={viewed ?? undefined}
          onChange={(next) => void change(part(next))}
        />
      }
    >
      {possible ? t(on ? 'reminders.on' : 'reminders.off') : why}
    </Row>
  );
  return (
    <Section title={t('reminders.title')} note={t('reminders.note')}>
      {data ? (
        <Rows>
          {way(t('reminders.sms'), data.bySms, data.smsPossible, t('reminders.noSms'), (bySms) => ({ bySms }))}
          {way(
            t('reminders.mail'),
            data.byMail,
            data.mailPossible,
            t(data.mailOffered ? 'reminders.noAddress' : 'reminders.noMail'),
            (byMail) => ({ byMail }),
          )}
        </Rows>
      ) : error ? (
        <FaultState title={t('reminders.failed')} fault={error as CallFault} onRetry={() => void refetch()} />
      ) : (
        <RowSkeletons count={2} />
      )}
    </Section>
  );
}
