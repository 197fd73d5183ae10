// A button that changes something of the member's: locked, with the reason, in a console that an operator sees as its member does.
import { Button, type ButtonProps } from 'antd';
import { viewOnly } from '@/core/viewOnly';

export function ChangeButton({ disabled = false, title, ...button }: ButtonProps) {
  const reason = viewOnly();
  return <Button {...button} disabled={disabled || reason !== null} title={reason ?? title} />;
}
