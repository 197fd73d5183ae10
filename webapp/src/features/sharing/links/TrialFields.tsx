// Form fields of a trial by visitors of a link: an app of the phone, for how long, and what becomes of its data.
import { Form, InputNumber, Select, Switch } from 'antd';
import { useTranslation } from 'react-i18next';
import { ShareLink } from '@/contract/constants';
import type { CallFault } from '@/core/http';
import { useApps } from '@/features/apps/api';
import { faultWords } from '@/ui/states/faultWords';

const { minutesMax: MINUTES_MAX } = ShareLink;

/** The fields `packageName`, `minutes` and `clearsData`. */
export function TrialFields({ phoneId }: { phoneId: number }) {
  const { t } = useTranslation();
  const { data, isFetching, error } = useApps([phoneId]);
  const startable =
    data?.list.filter(({ phones }) => phones.some((on) => on.phoneId === phoneId && on.startable)) ?? [];
  const silent = error ? faultWords(error as CallFault, t) : (data?.phones.find(({ code }) => code !== 0)?.msg ?? '');
  return (
    <>
      <Form.Item
        name="packageName"
        label={t('links.trying.app')}
        extra={silent}
        rules={[{ required: true, message: t('links.trying.appMissing') }]}
      >
        <Select
          showSearch={{ optionFilterProp: 'label' }}
          loading={isFetching}
          notFoundContent={isFetching ? null : t('links.trying.noApps')}
          options={startable.map(({ package: name, label }) => ({ value: name, label: label ?? name }))}
        />
      </Form.Item>
      <Form.Item
        name="minutes"
        label={t('links.trying.minutes')}
        rules={[
          {
            type: 'integer',
            required: true,
            min: 1,
            max: MINUTES_MAX,
            message: t('links.trying.minutesRange', { n: MINUTES_MAX }),
          },
        ]}
      >
        <InputNumber<number> precision={0} inputMode="numeric" suffix={t('links.trying.minutesUnit')} />
      </Form.Item>
      <Form.Item name="clearsData" label={t('links.trying.clears')} valuePropName="checked" layout="horizontal">
        <Switch />
      </Form.Item>
    </>
  );
}
