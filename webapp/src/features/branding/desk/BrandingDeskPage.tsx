// Branding and contacts: what members see of the shop, in both languages, with a preview by the members' own parts.

import { Form, type FormInstance, Input, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BrandingLimits } from '@/contract/constants';
import { permissionOf } from '@/core/operations';
import { holdsPermission } from '@/core/rules';
import { useToasts } from '@/ui/announce/Toasts';
import { EditedPage, SavingNotes, useSaving } from '@/ui/editing/EditedPage';
import edited from '@/ui/editing/EditedPage.module.css';
import { SaveBar } from '@/ui/editing/SaveBar';
import { CountedInput } from '@/ui/fields/CountedInput';
import { checkedByServer } from '@/ui/fields/fieldFault';
import { PictureField } from '@/ui/fields/PictureField';
import { useRights } from '@/ui/rights/Gate';
import {
  type BrandingDesk,
  useAddBrandingPictureMutation,
  useGetBrandingDeskQuery,
  useSaveBrandingMutation,
} from './api';
import styles from './BrandingDesk.module.css';
import { ContactRows } from './ContactRows';
import { changedFields, type Fields, fieldsOf, GROUP, placeOf } from './fields';
import { Preview } from './Preview';

export default function BrandingDeskPage() {
  const { t } = useTranslation();
  const answer = useGetBrandingDeskQuery(undefined, { refetchOnMountOrArgChange: true });
  return (
    <EditedPage title={t('pages.branding')} failed={t('brandingDesk.failed')} answer={answer}>
      {(desk, heading) => <Desk desk={desk} heading={heading} />}
    </EditedPage>
  );
}

function Desk({ desk, heading }: { desk: BrandingDesk; heading: React.ReactNode }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const { permissions } = useRights();
  const mayWrite = holdsPermission(permissions, [permissionOf('save_branding') ?? '']);
  const [form] = Form.useForm<Fields>();
  // State that the form is written over: another operator's change that arrives meanwhile does not move it.
  const [base, setBase] = useState(desk);
  const [save, { isLoading }] = useSaveBrandingMutation();
  const [addPicture] = useAddBrandingPictureMutation();
  const before = fieldsOf(base);
  // Read when it is needed: the form itself is not drawn anew with each letter.
  const draftNow = () => draftOf(before, form.getFieldsValue(true) as Partial<Fields>);

  const take = (now: BrandingDesk) => {
    setBase(now);
    form.setFieldsValue(fieldsOf(now));
    form.setFields(form.getFieldsError().map(({ name }) => ({ name: name as never, errors: [] })));
  };
  const saving = useSaving<BrandingDesk>({
    save: (updateTime) => save({ ...draftNow(), updateTime }),
    onSaved: (now) => {
      take(now);
      toasts.done(t('brandingDesk.saved'));
    },
    saysItself: ({ data, message }) => {
      const { field } = (data ?? {}) as { field?: string };
      if (!field || field === 'contacts') return false;
      const name = placeOf(field) as ['contacts', number, 'account'];
      form.setFields([{ name, errors: [message] }]);
      form.scrollToField(name, { focus: true });
      return true;
    },
  });

  const words = (name: 'text' | 'welcomeText' | 'serviceHours', field: React.ReactNode) => (
    <div className={styles.sides}>
      {(['', 'En'] as const).map((side) => (
        <Form.Item
          key={side}
          name={`${name}${side}`}
          label={`${t(`brandingDesk.${name}`)} · ${t(side ? 'brandingDesk.english' : 'brandingDesk.chinese')}`}
          rules={[checkedByServer]}
          {...(side ? { extra: t('brandingDesk.sameWhenEmpty') } : {})}
        >
          {field}
        </Form.Item>
      ))}
    </div>
  );

  return (
    <div className={styles.page}>
      <div className={`${edited.main} ${styles.parts}`}>
        {heading}
        <p className={edited.quiet}>{t(mayWrite ? 'brandingDesk.lead' : 'brandingDesk.readOnly')}</p>
        <SavingNotes
          saving={saving}
          onMine={setBase}
          onTheirs={take}
          differs={(theirs) => (
            <>
              {t('brandingDesk.differs')}{' '}
              {changedFields(fieldsOf(theirs), draftNow())
                .map((name) => t(`brandingDesk.fields.${name}`))
                .join(t('brandingDesk.comma'))}
            </>
          )}
        />
        <Form<Fields>
          form={form}
          layout="vertical"
          initialValues={before}
          requiredMark={false}
          disabled={!mayWrite || isLoading}
          noValidate
        >
          <section aria-label={t('brandingDesk.look')} className={edited.section}>
            <h2>{t('brandingDesk.look')}</h2>
            {words('text', <CountedInput max={BrandingLimits.titleMax} autoComplete="off" placeholder="Owldeck" />)}
            <div className={styles.sides}>
              {(['main', 'leftBg'] as const).map((name) => (
                <Form.Item key={name} name={name} label={t(`brandingDesk.${name}`)} rules={[checkedByServer]}>
                  <PictureField
                    name={t(`brandingDesk.${name}`)}
                    label={t('brandingDesk.choose', { name: t(`brandingDesk.${name}`) })}
                    remove={t('brandingDesk.ownPicture')}
                    onAdd={addPicture}
                  />
                </Form.Item>
              ))}
            </div>
            {words(
              'welcomeText',
              <Input.TextArea
                autoSize={{ minRows: 2, maxRows: 5 }}
                count={{ max: BrandingLimits.welcomeMax, show: true }}
              />,
            )}
          </section>
          <section aria-label={t('brandingDesk.service')} className={edited.section}>
            <h2>{t('brandingDesk.service')}</h2>
            <Form.Item name="serviceUrl" label={t('brandingDesk.serviceUrl')} rules={[checkedByServer]}>
              <Input inputMode="url" autoComplete="off" spellCheck={false} placeholder="https://" />
            </Form.Item>
            {words('serviceHours', <CountedInput max={BrandingLimits.hoursMax} autoComplete="off" />)}
            <ContactRows />
          </section>
          <section aria-label={t('brandingDesk.console')} className={edited.section}>
            <h2>{t('brandingDesk.console')}</h2>
            <Form.Item
              name="renewRedesign"
              label={t('brandingDesk.renewRedesign')}
              rules={[checkedByServer]}
              extra={t('brandingDesk.renewRedesignText')}
            >
              <Select
                options={([0, 1, 2] as const).map((value) => ({
                  value,
                  label: t(`brandingDesk.generations.${value}`),
                }))}
              />
            </Form.Item>
          </section>
        </Form>
      </div>
      <Written form={form} before={before}>
        {(draft, changes) => (
          <>
            <Preview draft={draft} />
            <SaveBar
              count={changes}
              reach={t('brandingDesk.reach')}
              busy={isLoading}
              held={saving.meanwhile !== null}
              onDiscard={() => {
                saving.settle();
                take(saving.meanwhile?.now ?? desk);
              }}
              onSave={() => void saving.send(base.updateTime)}
            />
          </>
        )}
      </Written>
    </div>
  );
}

interface WrittenProps {
  form: FormInstance<Fields>;
  before: Fields;
  children: (draft: Fields, changes: number) => React.ReactNode;
}

/** Follows what is written, with the number of fields that differ. */
function Written({ form, before, children }: WrittenProps) {
  const written = Form.useWatch((values) => values as Partial<Fields>, { form, preserve: true });
  const draft = draftOf(before, written ?? {});
  return children(draft, changedFields(before, draft).length);
}

/** Draft of the form, written over the state in force. A contact that was just added has no words yet. */
const draftOf = (before: Fields, written: Partial<Fields>): Fields => ({
  ...before,
  ...written,
  contacts: (written.contacts ?? before.contacts).map(({ id, type, account, htmlCode }) => ({
    ...(id === undefined ? {} : { id }),
    type: type ?? GROUP,
    account: account ?? '',
    htmlCode: htmlCode ?? '',
  })),
});
