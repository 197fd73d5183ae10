// A text field that shows how much of its limit is used, counted as people count; longer texts may be typed, and are refused in words.
import { Input, type InputProps } from 'antd';
import { countChars } from '@/core/rules';

interface Props extends Omit<InputProps, 'count' | 'maxLength'> {
  /** Most characters. */
  max: number;
}

export function CountedInput({ max, ...rest }: Props) {
  const show = ({ count }: { count: number }) => (
    <span className="owl-figures" aria-hidden="true">
      {count}/{max}
    </span>
  );
  return <Input {...rest} count={{ max, show, strategy: countChars }} />;
}
