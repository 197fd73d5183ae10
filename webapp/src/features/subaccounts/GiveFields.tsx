// Fields of what a sub-account gets: phones as pictures to choose from, and permissions beside each other.
import { Button, Checkbox, Dropdown, Form, Input } from 'antd';
import { type LucideIcon, Search } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { StillPicture } from '@/features/phones/pictures/Deck';
import { Thumb } from '@/ui/phone/Thumb';
import { ShareTicks } from '@/ui/Ticks';
import type { Permission, SubPhone } from './api';
import styles from './GiveFields.module.css';
import { ICONS, PERMISSIONS } from './permissions';

/** Fewer phones are found without a search. */
const SEARCH_FROM = 12;
const PICTURE_WIDTH = 40;

export interface GiveValues {
  phoneIds: number[];
  permissions: Permission[];
}

interface Props {
  phones: readonly SubPhone[];
  /** Most that can be chosen. */
  cap: number;
}

export const phoneName = ({ phoneAlias, owlId }: SubPhone): string => phoneAlias || owlId;

export function GiveFields({ phones, cap }: Props) {
  const { t } = useTranslation();
  const form = Form.useFormInstance();
  return (
    <>
      <Form.Item name="phoneIds">
        <PhoneTiles phones={phones} cap={cap} />
      </Form.Item>
      <div className={styles.head}>
        <b>{t('subAccounts.permissions')}</b>
        <Button type="link" size="small" onClick={() => form.setFieldValue('permissions', [])}>
          {t('subAccounts.onlyOperate')}
        </Button>
        <Button type="link" size="small" onClick={() => form.setFieldValue('permissions', [...PERMISSIONS])}>
          {t('subAccounts.allPermissions')}
        </Button>
      </div>
      <p className={styles.note}>{t('subAccounts.always')}</p>
      <Form.Item name="permissions" noStyle>
        <Checkbox.Group className={styles.ticks ?? ''}>
          {PERMISSIONS.map((each) => {
            const Icon: LucideIcon = ICONS[each];
            return (
              <Checkbox key={each} value={each}>
                <Icon size={16} strokeWidth={1.6} aria-hidden="true" />
                <span>
                  <b>{t(`subAccounts.${each}`)}</b>
                  <small>{t(`subAccounts.${each}Text`)}</small>
                </span>
              </Checkbox>
            );
          })}
        </Checkbox.Group>
      </Form.Item>
      <p className={styles.note}>{t('subAccounts.later')}</p>
    </>
  );
}

interface TilesProps extends Props {
  value?: readonly number[];
  onChange?: (ids: number[]) => void;
}

function PhoneTiles({ phones, cap, value = [], onChange }: TilesProps) {
  const { t } = useTranslation();
  const [keyword, setKeyword] = useState('');
  const chosen = new Set(value);
  const part = keyword.trim().toLowerCase();
  const shown = phones.filter((phone) => `${phone.phoneAlias} ${phone.owlId}`.toLowerCase().includes(part));
  const free = phones.filter(({ holders }) => holders === 0).length;
  const toggle = (id: number) => onChange?.(chosen.has(id) ? value.filter((each) => each !== id) : [...value, id]);
  const take = (ids: readonly number[]) => onChange?.([...new Set([...value, ...ids])].slice(0, cap));
  const byGroup = new Map<string, number[]>();
  for (const { groupName, phoneId } of phones) {
    if (groupName !== null) byGroup.set(groupName, [...(byGroup.get(groupName) ?? []), phoneId]);
  }
  const groups = [...byGroup].map(([name, ids]) => ({
    key: name,
    label: t('subAccounts.groupOf', { name, n: ids.length }),
    onClick: () => take(ids),
  }));
  return (
    <fieldset className={styles.phones} aria-label={t('subAccounts.phones')}>
      <div className={styles.head}>
        <b>{t('subAccounts.phones')}</b>
        <span className={styles.free}>{t('subAccounts.freePhones', { n: free })}</span>
        {groups.length > 0 ? (
          <Dropdown trigger={['click']} menu={{ items: groups }}>
            <Button type="link" size="small" title={t('subAccounts.byGroupHint')}>
              {t('subAccounts.byGroup')}
            </Button>
          </Dropdown>
        ) : null}
        <span role="status" className={styles.count}>
          <b className="owl-figures">{t('subAccounts.chosen', { n: value.length })}</b>
          <ShareTicks count={value.length} cap={Math.max(1, Math.min(cap, phones.length))} />
        </span>
      </div>
      {phones.length >= SEARCH_FROM ? (
        <Input
          value={keyword}
          allowClear
          prefix={<Search size={16} strokeWidth={1.6} aria-hidden="true" />}
          placeholder={t('subAccounts.phonesSearch')}
          aria-label={t('subAccounts.phonesSearch')}
          onChange={(event) => setKeyword(event.target.value)}
        />
      ) : null}
      {shown.length === 0 ? <p className={styles.note}>{t('subAccounts.phonesNone')}</p> : null}
      <ul className={styles.tiles}>
        {shown.map((phone) => {
          const picked = chosen.has(phone.phoneId);
          return (
            <li key={phone.phoneId}>
              <button
                type="button"
                className={`owl-plain-button ${styles.tile}`}
                aria-pressed={picked}
                title={phone.owlId}
                disabled={!picked && value.length >= cap}
                onClick={() => toggle(phone.phoneId)}
              >
                <Thumb width={PICTURE_WIDTH}>
                  <StillPicture phoneId={phone.phoneId} />
                </Thumb>
                <span>{phoneName(phone)}</span>
              </button>
            </li>
          );
        })}
      </ul>
    </fieldset>
  );
}
