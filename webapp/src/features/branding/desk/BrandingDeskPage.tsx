// Branding and contacts: what members see of the shop, in both languages, with a preview by the members' own parts.
import { Form, type FormInstance, Input, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type CallFault, Code } from '@/core/http';
import { permissionOf } from '@/core/operations';
import { holdsPermission } from '@/core/rules';
import { usePageTitle } from '@/shell/usePageTitle';
import { ChangedMeanwhile } from '@/ui/ChangedMeanwhile';
import { CountedInput } from '@/ui/CountedInput';
import { FaultState } from '@/ui/FaultState';
import { faultWords } from '@/ui/faultWords';
import { useRights } from '@/ui/Gate';
import { Note } from '@/ui/Note';
import { PictureField } from '@/ui/PictureField';
import { SaveBar } from '@/ui/SaveBar';
import { RowSkeletons } from '@/ui/Skeletons';
import { judgedThere } from '@/ui/saidInField';
import { useToasts } from '@/ui/Toasts';
import { useWide } from '@/ui/useWide';
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

const TITLE_MAX = 40;
const WELCOME_MAX = 200;
const HOURS_MAX = 100;

/** What the server says of a branding that somebody else changed first. */
interface Meanwhile {
  by: string;
  time: number;
  now: BrandingDesk;
}

export default function BrandingDeskPage() {
  const { t } = useTranslation();
  // On a phone the header says it.
  const wide = useWide();
  const heading = usePageTitle(t('pages.branding'));
  const { data, error, isFetching, refetch } = useGetBrandingDeskQuery(undefined, { refetchOnMountOrArgChange: true });
  if (!data && error && !isFetching) {
    return <FaultState title={t('brandingDesk.failed')} fault={error as CallFault} onRetry={() => void refetch()} />;
  }
  const title = (
    <h1 ref={heading} tabIndex={-1} className={wide ? styles.title : 'owl-hidden-text'}>
      {t('pages.branding')}
    </h1>
  );
  return data ? (
    <Desk desk={data} heading={title} />
  ) : (
    <div className={styles.main}>
      {title}
      <RowSkeletons count={8} />
    </div>
  );
}

function Desk({ desk, heading }: { desk: BrandingDesk; heading: React.ReactNode }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const { permissions } = useRights();
  const mayWrite = holdsPermission(permissions, [permissionOf('save_branding') ?? '']);
  const [form] = Form.useForm<Fields>();
  // What the form is written over: another's change that arrives meanwhile does not move it.
  const [base, setBase] = useState(desk);
  const [meanwhile, setMeanwhile] = useState<Meanwhile | null>(null);
  const [fault, setFault] = useState<CallFault | null>(null);
  const [save, { isLoading }] = useSaveBrandingMutation();
  const [addPicture] = useAddBrandingPictureMutation();
  const before = fieldsOf(base);
  // Read when it is needed: the form itself is not drawn anew with each letter.
  const draftNow = () => draftOf(before, form.getFieldsValue(true) as Partial<Fields>);

  const take = (now: BrandingDesk) => {
    setBase(now);
    setMeanwhile(null);
    setFault(null);
    form.setFieldsValue(fieldsOf(now));
    form.setFields(form.getFieldsError().map(({ name }) => ({ name: name as never, errors: [] })));
  };
  const send = async (updateTime: number) => {
    setFault(null);
    const { data, error } = await save({ ...draftNow(), updateTime });
    if (data) {
      take(data);
      toasts.done(t('brandingDesk.saved'));
      return;
    }
    const refused = error as CallFault;
    const told = refused.data as { field?: string; by?: string; time?: number; now?: BrandingDesk } | null;
    if (refused.code === Code.changedMeanwhile && told?.now) {
      setMeanwhile({ now: told.now, by: told.by ?? '', time: told.time ?? 0 });
    } else if (told?.field && told.field !== 'contacts') {
      const name = placeOf(told.field) as ['contacts', number, 'account'];
      form.setFields([{ name, errors: [refused.message] }]);
      form.scrollToField(name, { focus: true });
    } else setFault(refused);
  };

  const words = (name: 'text' | 'welcomeText' | 'serviceHours', field: React.ReactNode) => (
    <div className={styles.sides}>
      {(['', 'En'] as const).map((side) => (
        <Form.Item
          key={side}
          name={`${name}${side}`}
          label={`${t(`brandingDesk.${name}`)} · ${t(side ? 'brandingDesk.english' : 'brandingDesk.chinese')}`}
          rules={[judgedThere]}
          {...(side ? { extra: t('brandingDesk.sameWhenEmpty') } : {})}
        >
          {field}
        </Form.Item>
      ))}
    </div>
  );

  return (
    <div className={styles.page}>
      <div className={styles.main}>
        {heading}
        <p className={styles.quiet}>{t(mayWrite ? 'brandingDesk.lead' : 'brandingDesk.readOnly')}</p>
        {meanwhile ? (
          <ChangedMeanwhile
            by={meanwhile.by}
            at={meanwhile.time}
            onMine={() => {
              const { now } = meanwhile;
              setBase(now);
              setMeanwhile(null);
              void send(now.updateTime);
            }}
            onTheirs={() => take(meanwhile.now)}
          >
            {t('brandingDesk.differs')}{' '}
            {changedFields(fieldsOf(meanwhile.now), draftNow())
              .map((name) => t(`brandingDesk.fields.${name}`))
              .join(t('brandingDesk.comma'))}
          </ChangedMeanwhile>
        ) : null}
        {fault ? (
          <Note tone="fault" requestId={fault.requestId}>
            {faultWords(fault, t)}
          </Note>
        ) : null}
        <Form<Fields>
          form={form}
          layout="vertical"
          initialValues={before}
          requiredMark={false}
          disabled={!mayWrite || isLoading}
          noValidate
        >
          <section aria-label={t('brandingDesk.look')} className={styles.section}>
            <h2>{t('brandingDesk.look')}</h2>
            {words('text', <CountedInput max={TITLE_MAX} autoComplete="off" placeholder="Owldeck" />)}
            <div className={styles.sides}>
              {(['main', 'leftBg'] as const).map((name) => (
                <Form.Item key={name} name={name} label={t(`brandingDesk.${name}`)} rules={[judgedThere]}>
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
              <Input.TextArea autoSize={{ minRows: 2, maxRows: 5 }} count={{ max: WELCOME_MAX, show: true }} />,
            )}
          </section>
          <section aria-label={t('brandingDesk.service')} className={styles.section}>
            <h2>{t('brandingDesk.service')}</h2>
            <Form.Item name="serviceUrl" label={t('brandingDesk.serviceUrl')} rules={[judgedThere]}>
              <Input inputMode="url" autoComplete="off" spellCheck={false} placeholder="https://" />
            </Form.Item>
            {words('serviceHours', <CountedInput max={HOURS_MAX} autoComplete="off" />)}
            <ContactRows />
          </section>
          <section aria-label={t('brandingDesk.console')} className={styles.section}>
            <h2>{t('brandingDesk.console')}</h2>
            <Form.Item
              name="renewRedesign"
              label={t('brandingDesk.renewRedesign')}
              rules={[judgedThere]}
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
              held={meanwhile !== null}
              onDiscard={() => take(meanwhile?.now ?? desk)}
              onSave={() => void send(base.updateTime)}
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

/** What is written over what is in force. A contact that was just added has no words yet. */
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
