// From when the draft holds: at once, or from a day on. Whom that reaches is said before.
import { Form, Segmented } from 'antd';
import { useTranslation } from 'react-i18next';
import type { CallFault } from '@/core/http';
import { useToasts } from '@/ui/announce/Toasts';
import { FormDialog } from '@/ui/dialogs/FormDialog';
import { DayField } from '@/ui/fields/DayField';
import { checkedByServer, showFieldFault } from '@/ui/fields/fieldFault';
import { type StoredConfiguration, useSchedulePricesMutation } from './api';
import { nameOf } from './configuration';
import styles from './Prices.module.css';

interface Fields {
  when: 'day' | 'now';
  fromDay: string;
}

interface Props {
  kept: StoredConfiguration;
  today: string;
  /** How many prices change. */
  count: number;
  onClose: () => void;
}

const DAY_MS = 86_400_000;

export default function SetPrices({ kept, today, count, onClose }: Props) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const [form] = Form.useForm<Fields>();
  const [schedule] = useSchedulePricesMutation();
  const fields = Form.useWatch([], form) as Fields | undefined;
  const tomorrow = new Date(Date.parse(today) + DAY_MS).toISOString().slice(0, 10);
  const send = async ({ when, fromDay }: Fields): Promise<CallFault | 'stay' | undefined> => {
    const { error } = await schedule({
      configurationId: kept.configurationId,
      version: kept.version,
      ...(when === 'day' ? { fromDay } : {}),
    });
    const fault = error as CallFault | undefined;
    if (fault) return showFieldFault(form, ['fromDay'], fault) ? 'stay' : fault;
    toasts.done(t('prices.setDone'));
    return undefined;
  };
  const day = fields?.when === 'now' ? null : (fields?.fromDay ?? tomorrow);
  return (
    <FormDialog<Fields>
      open
      form={form}
      title={t('prices.setTitle', { name: nameOf(kept) })}
      initial={{ when: 'day', fromDay: tomorrow }}
      submit={day ? t('prices.setFrom', { day }) : t('prices.setNow')}
      onSubmit={send}
      onClose={onClose}
    >
      <p className={`${styles.reach} owl-prose`}>
        {t('prices.setText', {
          changes: t('prices.changes', { count }),
          members: t('prices.membersOf', { count: kept.members }),
          renewing: t('prices.renewingOf', { count: kept.renewing }),
        })}
        {kept.waiting > 0 ? ` ${t('prices.waiting', { count: kept.waiting })}` : ''}
      </p>
      <Form.Item name="when" label={t('prices.from')}>
        <Segmented
          options={[
            { value: 'day', label: t('prices.fromADay') },
            { value: 'now', label: t('prices.atOnce') },
          ]}
        />
      </Form.Item>
      {fields?.when === 'now' ? null : (
        <Form.Item name="fromDay" label={t('prices.day')} extra={t('prices.dayText')} rules={[checkedByServer]}>
          <Day min={tomorrow} />
        </Form.Item>
      )}
    </FormDialog>
  );
}

/** antd's Form.Item hands value and change. */
function Day({ min, value, onChange }: { min: string; value?: string; onChange?: (day: string) => void }) {
  const { t } = useTranslation();
  return <DayField aria-label={t('prices.day')} value={value ?? ''} min={min} onChange={(day) => onChange?.(day)} />;
}
