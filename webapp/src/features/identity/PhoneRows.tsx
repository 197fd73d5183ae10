// The phones that are to become new devices: which may, and why the others may not.
import { Button } from 'antd';
import { CircleCheck, CircleX } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Phone } from '@/features/phones/api';
import { StillPicture } from '@/features/phones/pictures/Deck';
import { Thumb } from '@/ui/phone/Thumb';
import type { Preview } from './api';
import styles from './NewDeviceDialog.module.css';

interface Props {
  phones: readonly Phone[];
  /** None of a phone while it is asked. */
  previews: ReadonlyMap<number, Preview>;
  onLeave: ((phoneId: number) => void) | undefined;
}

const PICTURE_WIDTH = 22;

export function PhoneRows({ phones, previews, onLeave }: Props) {
  const { t } = useTranslation();
  return (
    <ul className={styles.phones} aria-label={t('identity.phones')}>
      {phones.map((phone) => {
        const preview = previews.get(phone.phoneId);
        const name = phone.phoneAlias || phone.owlId;
        const able = preview ? preview.code === 0 : undefined;
        const Icon = able ? CircleCheck : CircleX;
        return (
          <li key={phone.phoneId} className={styles.phone}>
            <Thumb width={PICTURE_WIDTH}>
              <StillPicture phoneId={phone.phoneId} />
            </Thumb>
            <span className={styles.name}>
              <b>{name}</b>
              <span>
                Android {phone.androidVersion} · {phone.chip}
              </span>
            </span>
            <span className={styles.verdict} data-able={able} role="status">
              {preview ? <Icon size={14} strokeWidth={1.6} aria-hidden="true" /> : null}
              {preview ? preview.msg || t('identity.able') : t('identity.loading')}
            </span>
            {onLeave && able === false ? (
              <Button
                type="link"
                size="small"
                aria-label={t('identity.leaveOutName', { name })}
                onClick={() => onLeave(phone.phoneId)}
              >
                {t('identity.leaveOut')}
              </Button>
            ) : null}
          </li>
        );
      })}
    </ul>
  );
}
