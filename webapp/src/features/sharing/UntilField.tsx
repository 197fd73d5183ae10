// Level and end of an authorization, in a form: view or operate; until a day or for hours, never beyond the rental.
import { Form, InputNumber, Segmented } from 'antd';
import { useTranslation } from 'react-i18next';
import { formatTime, shareHoursMax } from '@/core/rules';
import { Choice } from '@/ui/fields/Choice';
import { DayField } from '@/ui/fields/DayField';
import styles from './Sharing.module.css';
import { dayOf, lastSecondOf, type UntilFields } from './until';

const QUICK_HOURS = [1, 3, 12, 24];

interface Control<T> {
  value?: T;
  onChange?: (value: T) => void;
}

export function LevelChoice({ value, onChange }: Control<1 | 2>) {
  const { t } = useTranslation();
  return (
    <Choice<1 | 2>
      legend={t('sharing.level')}
      legendHidden
      minWidth={150}
      value={value}
      onChange={(level) => onChange?.(level)}
      options={[
        { value: 1, title: t('sharing.view'), children: t('sharing.viewText') },
        { value: 2, title: t('sharing.operate'), children: t('sharing.operateText') },
      ]}
    />
  );
}

interface Props {
  /** The end of the rental, Unix ms: of several phones the latest. */
  rentalEnd: number | null;
  now: number;
}

/** The fields `ends`, `day` and `hours`. */
export function UntilField({ rentalEnd, now }: Props) {
  const { t } = useTranslation();
  return (
    <>
      <Form.Item name="ends" label={t('sharing.until')} className={styles.ends ?? ''}>
        <Segmented
          block
          options={[
            { value: 'day', label: t('sharing.untilDay') },
            { value: 'hours', label: t('sharing.forHours') },
          ]}
        />
      </Form.Item>
      <Form.Item noStyle shouldUpdate={(before: UntilFields, after: UntilFields) => before.ends !== after.ends}>
        {({ getFieldValue }) =>
          getFieldValue('ends') === 'day' ? (
            <Form.Item
              name="day"
              rules={[
                {
                  validator: (_, day: string) =>
                    day && lastSecondOf(day) > now
                      ? Promise.resolve()
                      : Promise.reject(new Error(t('sharing.dayMissing'))),
                },
              ]}
            >
              <Day rentalEnd={rentalEnd} now={now} />
            </Form.Item>
          ) : (
            <Form.Item
              name="hours"
              rules={[
                {
                  validator: (_, hours: number | null) =>
                    hours !== null && hours >= 1 && hours <= shareHoursMax()
                      ? Promise.resolve()
                      : Promise.reject(new Error(t('sharing.hoursRange', { n: shareHoursMax() }))),
                },
              ]}
            >
              <Hours />
            </Form.Item>
          )
        }
      </Form.Item>
      {rentalEnd === null ? null : (
        <p className={styles.note}>{t('sharing.rentalEnd', { time: formatTime(rentalEnd) })}</p>
      )}
    </>
  );
}

function Day({ value = '', onChange, rentalEnd, now }: Control<string> & Props) {
  const { t } = useTranslation();
  return (
    <span className={styles.day}>
      <DayField
        aria-label={t('sharing.untilDay')}
        value={value}
        min={dayOf(now)}
        max={rentalEnd === null ? undefined : dayOf(rentalEnd)}
        onChange={(day) => onChange?.(day)}
      />
      <span>{t('sharing.lastSecond')}</span>
    </span>
  );
}

function Hours({ value, onChange }: Control<number | null>) {
  const { t } = useTranslation();
  return (
    <span className={styles.day}>
      <InputNumber<number>
        aria-label={t('sharing.forHours')}
        min={1}
        max={shareHoursMax()}
        precision={0}
        inputMode="numeric"
        suffix={t('sharing.hours')}
        value={value ?? null}
        onChange={(hours) => onChange?.(hours)}
      />
      {QUICK_HOURS.map((hours) => (
        <button
          key={hours}
          type="button"
          className={`owl-plain-button ${styles.quick} owl-figures`}
          data-chosen={value === hours}
          onClick={() => onChange?.(hours)}
        >
          {t('sharing.quickHours', { n: hours })}
        </button>
      ))}
    </span>
  );
}
