// Limits of a link, in a form: how many watch at the same time, and whether a passcode is asked for.
import { Form, InputNumber } from 'antd';
import { useTranslation } from 'react-i18next';
import { ShareLink } from '@/contract/constants';

const { viewersMax: VIEWERS_MAX } = ShareLink;

/** The field `viewersMax`. */
export function ViewersField() {
  const { t } = useTranslation();
  return (
    <Form.Item
      name="viewersMax"
      label={t('links.viewersMax')}
      rules={[
        {
          type: 'integer',
          required: true,
          min: 1,
          max: VIEWERS_MAX,
          message: t('links.viewersRange', { n: VIEWERS_MAX }),
        },
      ]}
    >
      <InputNumber<number> precision={0} inputMode="numeric" suffix={t('links.people')} />
    </Form.Item>
  );
}
