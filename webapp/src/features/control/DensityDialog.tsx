// Dialog for another density of one or many phones: the usual ones or an own value, and what it changes.
import { Form, InputNumber } from 'antd';
import { useTranslation } from 'react-i18next';
import type { CallFault } from '@/core/http';
import { checkDensity, operationLimits } from '@/core/rules';
import { useBegin } from '@/features/operations/useBegin';
import { FormDialog } from '@/ui/dialogs/FormDialog';
import { Choice } from '@/ui/fields/Choice';
import styles from './Control.module.css';

interface Props {
  open: boolean;
  phoneIds: readonly number[];
  /** The density that all of them have; none when they differ. */
  current: number | null;
  onDone: () => void;
  onClose: () => void;
}

interface Fields {
  preset: number;
  own: number | null;
}

/** The choice of an own value. */
const OWN = 0;

export function DensityDialog({ open, phoneIds, current, onDone, onClose }: Props) {
  const { t } = useTranslation();
  const begin = useBegin();
  const { dpiPresets, dpiMin, dpiMax } = operationLimits();
  const n = phoneIds.length;
  const presets = [...dpiPresets];

  const submit = async ({ preset, own }: Fields): Promise<CallFault | undefined> => {
    const density = preset === OWN ? (own ?? 0) : preset;
    const refused = await begin({ kind: 'density', phoneIds: [...phoneIds], density });
    if (!refused) onDone();
    return refused;
  };
  return (
    <FormDialog<Fields>
      open={open}
      title={t('control.densityTitle', { count: n })}
      initial={{
        preset: current === null ? (presets[0] ?? OWN) : presets.includes(current) ? current : OWN,
        own: current,
      }}
      submit={t('control.densitySet', { n })}
      onSubmit={submit}
      onClose={onClose}
    >
      {(form) => (
        <>
          <p className={`${styles.note} owl-prose`}>
            {t('control.densityText')}
            {current === null ? null : <span>{` ${t('control.densityNow', { dpi: current })}`}</span>}
          </p>
          <Form.Item name="preset" label={t('control.density')}>
            <Presets presets={presets} />
          </Form.Item>
          <Form.Item noStyle shouldUpdate={(before: Fields, now: Fields) => before.preset !== now.preset}>
            {() =>
              form.getFieldValue('preset') === OWN ? (
                <Form.Item
                  name="own"
                  label={t('control.densityOwn')}
                  extra={t('control.densityRange', { min: dpiMin, max: dpiMax })}
                  rules={[
                    {
                      validator: (_, value: number | null) => {
                        const fault = checkDensity(Math.trunc(value ?? 0));
                        return fault ? Promise.reject(new Error(fault)) : Promise.resolve();
                      },
                    },
                  ]}
                >
                  <InputNumber className={styles.number ?? ''} precision={0} inputMode="numeric" suffix="DPI" />
                </Form.Item>
              ) : null
            }
          </Form.Item>
        </>
      )}
    </FormDialog>
  );
}

/** The form gives value and change. */
function Presets({
  presets,
  value,
  onChange,
}: {
  presets: number[];
  value?: number;
  onChange?: (dpi: number) => void;
}) {
  const { t } = useTranslation();
  return (
    <Choice<number>
      legend={t('control.density')}
      legendHidden
      minWidth={96}
      value={value}
      onChange={(dpi) => onChange?.(dpi)}
      options={[
        ...presets.map((dpi) => ({ value: dpi, title: <span className="owl-figures">{dpi}</span> })),
        { value: OWN, title: t('control.densityOther') },
      ]}
    />
  );
}
