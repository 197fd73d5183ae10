// The tags of one or many phones: what they carry can be taken off, others are put on all of them at once.
import { Button, Form, Select } from 'antd';
import { X } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CallFault } from '@/core/http';
import { nameKey } from '@/core/nameKey';
import { checkName } from '@/core/rules';
import type { Phone } from '@/features/phones/api';
import { useToasts } from '@/ui/announce/Toasts';
import { FormDialog } from '@/ui/dialogs/FormDialog';
import { lazyWithRetry } from '@/ui/lazyWithRetry';
import { type Tag, useAllTagsQuery, useBindTagsMutation, useCreateTagMutation } from './api';
import styles from './Tags.module.css';
import { type Parting, Unbind } from './Unbind';

const TagManager = lazyWithRetry(() => import('./TagManager'), 'over');

interface Props {
  open: boolean;
  phones: readonly Phone[];
  onDone: () => void;
  onClose: () => void;
}

interface Fields {
  /** Names: of tags that exist, and of new ones. */
  tags: string[];
}

/** The first name that cannot be one, in words. */
const nameFault = (names: readonly string[]) => names.map(checkName).find((fault) => fault !== undefined);

export function TagsDialog({ open, phones, onDone, onClose }: Props) {
  const { t } = useTranslation();
  const bind = useBind(phones, onDone);
  const { data: tags = [] } = useAllTagsQuery(undefined, { refetchOnMountOrArgChange: true });
  const [parting, setParting] = useState<Parting | null>(null);
  const [asking, setAsking] = useState(false);
  const [managing, setManaging] = useState<boolean | null>(null);
  const n = phones.length;
  return (
    <>
      <FormDialog<Fields>
        open={open}
        title={t('tags.title', { count: n })}
        initial={{ tags: [] }}
        submit={t('tags.bind', { n })}
        onSubmit={({ tags: chosen }) => bind(chosen, tags)}
        onClose={onClose}
      >
        <div className={styles.carried}>
          <span className={styles.label}>{t('tags.carried')}</span>
          <Carried
            phones={phones}
            onPart={(found) => {
              setParting(found);
              setAsking(true);
            }}
          />
        </div>
        <Form.Item
          name="tags"
          label={t('tags.put')}
          // Not when it is left: a complaint would push the button below away from the pointer that leaves for it.
          validateTrigger="onChange"
          extra={
            <Button type="link" size="small" className={styles.manage ?? ''} onClick={() => setManaging(true)}>
              {t('tags.manage')}
            </Button>
          }
          rules={[
            { required: true, message: t('tags.choose') },
            {
              validator: (_, names: string[] = []) => {
                const fault = nameFault(names);
                return fault ? Promise.reject(new Error(fault)) : Promise.resolve();
              },
            },
          ]}
        >
          <Select
            mode="tags"
            // Without a marked option Tab leaves the field; with one it would take off what Enter just put on.
            defaultActiveFirstOption={false}
            notFoundContent={<span className={styles.none}>{t('tags.typeNew')}</span>}
            // Above: the list stays open for more tags, and must not lie over the button.
            placement="topLeft"
            placeholder={t('tags.choose')}
            tokenSeparators={[',', '，']}
            options={tags.map(({ name }) => ({ value: name, label: name }))}
          />
        </Form.Item>
      </FormDialog>
      {parting ? <Unbind {...parting} open={asking} onClose={() => setAsking(false)} /> : null}
      {managing === null ? null : (
        <Suspense fallback={null}>
          <TagManager open={managing} onClose={() => setManaging(false)} />
        </Suspense>
      )}
    </>
  );
}

/** Puts tags on the phones; names that are none yet become tags first. */
function useBind(phones: readonly Phone[], onDone: () => void) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const [bind] = useBindTagsMutation();
  const [create] = useCreateTagMutation();
  return async (names: readonly string[], known: readonly Tag[]): Promise<CallFault | undefined> => {
    const ids: number[] = [];
    for (const name of names) {
      const tag = known.find((each) => nameKey(each.name) === nameKey(name));
      const made = tag ? undefined : await create(name);
      if (made?.error) return made.error as CallFault;
      const id = tag?.id ?? made?.data?.id;
      if (id !== undefined) ids.push(id);
    }
    // Two ways to write a name are one tag.
    const phoneTagIds = [...new Set(ids)];
    const { data, error } = await bind({ phoneIds: phones.map((phone) => phone.phoneId), phoneTagIds });
    if (!data) return error as CallFault;
    const text = [...new Set(data.list.map(({ msg }) => msg).filter(Boolean))].join(' ');
    if (data.fail > 0) toasts.warned(t('tags.boundSome', { n: data.success, fail: data.fail }), { text });
    else toasts.done(t('tags.bound', { n: data.success }));
    onDone();
    return undefined;
  };
}

/** Tags that the phones carry now; among several phones each tag says how many carry it. */
function Carried({ phones, onPart }: { phones: readonly Phone[]; onPart: (parting: Parting) => void }) {
  const { t } = useTranslation();
  const found = new Map<number, { name: string; phones: { id: number; name: string }[] }>();
  for (const phone of phones) {
    for (const { id, name } of phone.tags) {
      const carriers = found.get(id) ?? { name, phones: [] };
      carriers.phones.push({ id: phone.phoneId, name: phone.phoneAlias || phone.owlId });
      found.set(id, carriers);
    }
  }
  if (found.size === 0) return <p className={styles.none}>{t('tags.carriesNone')}</p>;
  return (
    <ul className={styles.chips}>
      {[...found].map(([id, { name, phones: carriers }]) => (
        <li key={id} className={styles.chip}>
          <span>
            #{name}
            {phones.length > 1 ? (
              <small className="owl-figures">{t('tags.count', { count: carriers.length })}</small>
            ) : null}
          </span>
          <button
            type="button"
            className="owl-plain-button"
            aria-label={t('tags.unbindName', { name })}
            onClick={() => onPart({ tag: { id, name }, phones: carriers })}
          >
            <X size={14} strokeWidth={1.6} aria-hidden="true" />
          </button>
        </li>
      ))}
    </ul>
  );
}
