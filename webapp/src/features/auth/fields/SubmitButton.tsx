// The one button that sends a form. Its mark of being busy is our own: antd's spinner stays for good when the answer comes while it fades in.
import { Button } from 'antd';
import type { ReactNode } from 'react';
import styles from '../Entry.module.css';

interface Props {
  /** The form is on its way: presses do nothing. */
  busy: boolean;
  children: ReactNode;
}

export function SubmitButton({ busy, children }: Props) {
  return (
    <Button type="primary" htmlType={busy ? 'button' : 'submit'} block className={styles.submit} aria-disabled={busy}>
      {children}
      {busy ? <span className={styles.turning} aria-hidden="true" /> : null}
    </Button>
  );
}
