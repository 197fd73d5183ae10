// Button that opens the menu of a phone's actions.
import { Ellipsis } from 'lucide-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Phone } from '../api';
import { usePhoneMenu } from './PhoneActions';

interface Props {
  phone: Phone;
  name: string;
  className: string;
  tabIndex?: number;
}

export function PhoneMenu({ phone, name, className, tabIndex }: Props) {
  const { t } = useTranslation();
  const menu = usePhoneMenu();
  // A press outside the menu closes it, also one on this button: the click that follows must not open it again.
  const wasOpen = useRef(false);
  return (
    <button
      type="button"
      className={className}
      tabIndex={tabIndex}
      aria-label={t('actions.menu', { name })}
      aria-haspopup="menu"
      onPointerDown={() => {
        wasOpen.current = menu.isOpenFor(phone.phoneId);
      }}
      onDoubleClick={(event) => event.stopPropagation()}
      onClick={(event) => {
        event.stopPropagation();
        if (wasOpen.current) wasOpen.current = false;
        else menu.open(phone, event.currentTarget);
      }}
    >
      <Ellipsis size={16} strokeWidth={1.6} aria-hidden="true" />
    </button>
  );
}
