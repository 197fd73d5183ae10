// A password: shown on request, with a hint while caps lock is on.
import { Form } from 'antd';
import type { FormItemProps } from 'antd/es/form';
import { ArrowBigUp, Eye, EyeOff } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PasswordInput } from '@/ui/fields/inputs';
import styles from '../Entry.module.css';

interface Props extends Pick<FormItemProps, 'name' | 'label' | 'rules' | 'dependencies' | 'help'> {
  /** Hint for password managers: fill in the present password, or offer a new one. */
  autoComplete: 'current-password' | 'new-password';
  /** Below the field. */
  extra?: ReactNode;
  onFocus?: () => void;
}

export function PasswordField({ autoComplete, extra, onFocus, ...item }: Props) {
  const { t } = useTranslation();
  const [capsLock, setCapsLock] = useState(false);
  const watch = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'));
  return (
    <Form.Item
      {...item}
      extra={
        capsLock ? (
          <>
            <span className={styles.caps} role="status">
              <ArrowBigUp size={14} aria-hidden="true" />
              {t('signIn.capsLock')}
            </span>
            {extra}
          </>
        ) : (
          extra
        )
      }
    >
      <PasswordInput
        autoComplete={autoComplete}
        iconRender={(shown) =>
          shown ? <Eye size={16} aria-label={t('signIn.hide')} /> : <EyeOff size={16} aria-label={t('signIn.show')} />
        }
        onKeyDown={watch}
        onKeyUp={watch}
        onFocus={onFocus}
        onBlur={() => setCapsLock(false)}
      />
    </Form.Item>
  );
}
