// A moment to the minute, as `2026-11-18T09:30` of the browser's zone: typed, or chosen in a calendar that speaks the page's language.
import { DatePicker } from 'antd';
import dayjs from 'dayjs';
import 'dayjs/locale/zh-cn';
import { useWide } from '../useWide';

/** How moments are typed and shown. */
const SHOWN = 'YYYY-MM-DD HH:mm';
/** Format of the field's value. */
const KEPT = 'YYYY-MM-DDTHH:mm';

interface Props {
  /** Props that antd's Form.Item hands to its control; an empty value is none. */
  id?: string;
  value?: string;
  onChange?: (moment: string) => void;
  disabled?: boolean;
  /** Shown while there is none; the form of a moment when left out. */
  placeholder?: string;
}

export function TimeField({ id, value, onChange, disabled = false, placeholder = SHOWN }: Props) {
  const wide = useWide();
  return (
    <DatePicker
      {...(id === undefined ? {} : { id })}
      style={{ width: '100%' }}
      format={SHOWN}
      placeholder={placeholder}
      showTime={{ format: 'HH:mm' }}
      value={value ? dayjs(value, KEPT) : null}
      disabled={disabled}
      // On touch screens the time is chosen in the calendar, which a screen keyboard would cover.
      inputReadOnly={!wide}
      onChange={(moment) => onChange?.(moment ? moment.format(KEPT) : '')}
    />
  );
}
