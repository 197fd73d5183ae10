// Contacts in the order in which members see them: added, moved, taken out.

import { Button, Form, Input, Select } from 'antd';
import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { BrandingLimits } from '@/contract/constants';
import edited from '@/ui/editing/EditedPage.module.css';
import { checkedByServer } from '@/ui/fields/fieldFault';
import styles from './BrandingDesk.module.css';
import { GROUP, MESSAGING } from './fields';

const icon = { size: 16, strokeWidth: 1.6 } as const;

export function ContactRows() {
  const { t } = useTranslation();
  return (
    <Form.List name="contacts">
      {(rows, { add, remove, move }) => (
        <fieldset className={styles.contacts}>
          <legend>{t('brandingDesk.contacts')}</legend>
          {rows.length === 0 ? <p className={edited.quiet}>{t('brandingDesk.noContacts')}</p> : null}
          {rows.map(({ key, name }) => {
            const of = (what: string) => t('brandingDesk.contactField', { n: name + 1, what });
            return (
              <div key={key} className={styles.contact}>
                <Form.Item name={[name, 'id']} hidden>
                  <Input />
                </Form.Item>
                <Form.Item name={[name, 'type']}>
                  <Select
                    aria-label={of(t('brandingDesk.kind'))}
                    options={[
                      { value: GROUP, label: t('customer.group') },
                      { value: MESSAGING, label: t('customer.messaging') },
                    ]}
                  />
                </Form.Item>
                <Form.Item name={[name, 'account']} rules={[checkedByServer]}>
                  <Input
                    aria-label={of(t('brandingDesk.account'))}
                    placeholder={t('brandingDesk.account')}
                    autoComplete="off"
                  />
                </Form.Item>
                <Form.Item name={[name, 'htmlCode']} rules={[checkedByServer]}>
                  <Input
                    aria-label={of(t('brandingDesk.address'))}
                    placeholder="https://"
                    inputMode="url"
                    autoComplete="off"
                    spellCheck={false}
                  />
                </Form.Item>
                <span className={styles.moves}>
                  <Button
                    type="text"
                    aria-label={of(t('brandingDesk.up'))}
                    icon={<ArrowUp {...icon} />}
                    disabled={name === 0}
                    onClick={() => move(name, name - 1)}
                  />
                  <Button
                    type="text"
                    aria-label={of(t('brandingDesk.down'))}
                    icon={<ArrowDown {...icon} />}
                    disabled={name === rows.length - 1}
                    onClick={() => move(name, name + 1)}
                  />
                  <Button
                    type="text"
                    danger
                    aria-label={of(t('brandingDesk.remove'))}
                    icon={<Trash2 {...icon} />}
                    onClick={() => remove(name)}
                  />
                </span>
              </div>
            );
          })}
          <Button
            icon={<Plus {...icon} />}
            disabled={rows.length >= BrandingLimits.contactsMax}
            onClick={() => add({ type: GROUP, account: '', htmlCode: '' })}
          >
            {t('brandingDesk.addContact')}
          </Button>
          <p className={edited.quiet}>{t('brandingDesk.contactsText')}</p>
        </fieldset>
      )}
    </Form.List>
  );
}
