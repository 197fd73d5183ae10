// An action at the end of a row: its word, and for screen readers its word with the row's name.
import { Button, type ButtonProps } from 'antd';

interface Props extends Pick<ButtonProps, 'danger' | 'loading' | 'onClick' | 'className'> {
  label: string;
  /** The label with what it is done to; the label itself when left out. */
  name?: string;
}

export function RowLink({ label, name, ...rest }: Props) {
  return (
    <Button type="link" size="small" {...(name ? { 'aria-label': name } : {})} {...rest}>
      {label}
    </Button>
  );
}
