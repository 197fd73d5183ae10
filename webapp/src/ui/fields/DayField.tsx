// A day, as `2026-11-18`: typed, or chosen in a calendar. The browser's own field speaks the browser's language; this one speaks the page's.
import { DatePicker, type DatePickerProps } from 'antd';
import dayjs from 'dayjs';
import 'dayjs/locale/zh-cn';
import { useWide } from '../useWide';

/** The one form in which days are typed, shown and stored. */
const FORM = 'YYYY-MM-DD';

interface Props {
  /** `2026-11-18`; empty: none. */
  value: string;
  onChange: (day: string) => void;
  /** The first and the last day that can be chosen. */
  min?: string | undefined;
  max?: string | undefined;
  /** The day may be cleared. */
  clearable?: boolean;
  /** Shown while there is none; the form of a day when left out. */
  placeholder?: string;
  className?: string;
  'aria-label': string;
}

const dayOf = (text: string) => (text ? dayjs(text, FORM) : null);

export function DayField({
  value,
  onChange,
  min,
  max,
  clearable = false,
  placeholder = FORM,
  className,
  ...rest
}: Props) {
  const wide = useWide();
  const bounds: Pick<DatePickerProps, 'minDate' | 'maxDate'> = {
    ...(min ? { minDate: dayjs(min, FORM) } : {}),
    ...(max ? { maxDate: dayjs(max, FORM) } : {}),
  };
  return (
    <DatePicker
      aria-label={rest['aria-label']}
      className={className ?? ''}
      format={FORM}
      placeholder={placeholder}
      value={dayOf(value)}
      allowClear={clearable}
      // On touch screens the day is chosen in the calendar, which a screen keyboard would cover.
      inputReadOnly={!wide}
      {...bounds}
      onChange={(day) => onChange(day ? day.format(FORM) : '')}
    />
  );
}
