// An announcement as it is written: both languages side by side, whom it reaches and when, and beside it what a member will see.
import { Button, Checkbox, Form, type FormInstance, Input, Segmented, Select } from 'antd';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CallFault } from '@/core/http';
import { announcementLimits, checkAnnouncementTimes, checkAnnouncementTitle, popsUp } from '@/core/rules';
import { locale } from '@/core/storage';
import { useToasts } from '@/ui/announce/Toasts';
import { FormDialog } from '@/ui/dialogs/FormDialog';
import { type Meanwhile, meanwhileIn } from '@/ui/editing/ChangedMeanwhile';
import { Choice } from '@/ui/fields/Choice';
import { CountedInput } from '@/ui/fields/CountedInput';
import { showFieldFault } from '@/ui/fields/fieldFault';
import { fieldRule } from '@/ui/fields/fieldRule';
import { PictureField } from '@/ui/fields/PictureField';
import { RichTextField } from '@/ui/fields/RichTextField';
import { TimeField } from '@/ui/fields/TimeField';
import { faultWords } from '@/ui/states/faultWords';
import { PICTURE } from '../AnnouncementContent';
import styles from './Announcements.module.css';
import {
  type Announcement,
  type StoredAnnouncement,
  useAddPictureMutation,
  useCountAudienceQuery,
  useListChoicesQuery,
  useOrderPopupsMutation,
  usePublishAnnouncementMutation,
  useSaveAnnouncementMutation,
  useTestAnnouncementMutation,
} from './api';
import { Changed } from './Changed';
import { Effect } from './Effect';
import { audienceOf, draftOf, EMPTY, type Fields, fieldNamed, fieldsOf, msOf } from './fields';
import { PopOrder, SELF } from './PopOrder';
import { Preview } from './Preview';
import { ShownTicks } from './ShownTicks';
import { KINDS } from './words';

const WIDTH_PX = 1160;
/** Four in a row beside the preview. */
const TILE_PX = 150;

interface Props {
  /** None: a new one is written. */
  announcement: Announcement | null;
  onClose: () => void;
}

export default function Editor({ announcement, onClose }: Props) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const [save] = useSaveAnnouncementMutation();
  const [order] = useOrderPopupsMutation();
  const [publish] = usePublishAnnouncementMutation();
  const live = announcement?.state === 'live';
  const draft = !announcement || announcement.state === 'draft';
  const [form] = Form.useForm<Fields>();
  /** The version that is written over. A draft has one once it was kept: a publication that was refused may be tried again. */
  const kept = useRef<StoredAnnouncement | null>(announcement);
  const [changed, setChanged] = useState<{ theirs: Meanwhile<Announcement>; publishes: boolean } | null>(null);
  const submit = (publishes: boolean) => async (): Promise<CallFault | 'stay' | undefined> => {
    const fields = form.getFieldsValue(true) as Fields;
    const { data, error } = await save({ kept: kept.current, draft: draftOf(fields) });
    if (!data) {
      const fault = error as CallFault;
      const theirs = meanwhileIn<Announcement>(fault);
      if (theirs) setChanged({ theirs, publishes });
      return theirs || showFieldFault(form, fieldNamed, fault) ? 'stay' : fault;
    }
    kept.current = data;
    const { id } = data;
    if (fields.popOrder && popsUp(fields.msgType)) {
      const sorted = await order(fields.popOrder.map((each) => (each === SELF ? id : each)));
      if (sorted.error) toasts.failed(faultWords(sorted.error as CallFault, t));
    }
    if (publishes) {
      const published = await publish(id);
      if (published.error) return published.error as CallFault;
    }
    toasts.done(t(`announcements.${publishes ? 'published' : draft ? 'created' : 'saved'}`));
    return undefined;
  };
  const takeMine = async (theirs: Announcement, publishes: boolean) => {
    kept.current = theirs;
    setChanged(null);
    const left = await submit(publishes)();
    if (left === undefined) onClose();
    else if (left !== 'stay') toasts.failed(faultWords(left, t));
  };
  const takeTheirs = (theirs: Announcement) => {
    kept.current = theirs;
    setChanged(null);
    form.setFieldsValue(fieldsOf(theirs));
  };
  return (
    <FormDialog<Fields>
      open
      form={form}
      title={t(announcement ? 'announcements.edit' : 'announcements.add')}
      initial={announcement ? fieldsOf(announcement) : EMPTY}
      submit={draft ? <PublishWords form={form} /> : t('announcements.save')}
      {...(draft ? { second: { words: t('announcements.saveDraft'), onSubmit: submit(false) } } : {})}
      width={WIDTH_PX}
      onSubmit={submit(draft)}
      onClose={onClose}
    >
      {changed ? (
        <Changed
          theirs={changed.theirs}
          mine={form.getFieldsValue(true) as Fields}
          onMine={() => void takeMine(changed.theirs.now, changed.publishes)}
          onTheirs={() => takeTheirs(changed.theirs.now)}
        />
      ) : null}
      <div className={styles.editor}>
        <div>
          <ContentFields />
          <div className={styles.sides}>
            <AudienceFields />
            <TimeFields live={live} />
          </div>
          <Pops announcement={announcement} />
        </div>
        <div className={styles.aside}>
          <Preview />
          <SendToMe form={form} />
          <Effect announcement={announcement} />
        </div>
      </div>
    </FormDialog>
  );
}

/** Publishing, with how many it reaches. */
function PublishWords({ form }: { form: FormInstance<Fields> }) {
  const { t } = useTranslation();
  const fields = Form.useWatch([], form) as Fields | undefined;
  const { currentData: count } = useCountAudienceQuery(audienceOf(fields ?? EMPTY));
  return count === undefined ? t('announcements.publish') : t('announcements.publishTo', { count });
}

function ContentFields() {
  const { t } = useTranslation();
  const [addPicture] = useAddPictureMutation();
  const { titleMax } = announcementLimits();
  const contentType = Form.useWatch<number>('contentType');
  return (
    <>
      <Form.Item name="msgType">
        <Kinds />
      </Form.Item>
      <Form.Item name="contentType" label={t('announcements.content')}>
        <Select
          options={[
            { value: 2, label: t('announcements.contentText') },
            { value: PICTURE, label: t('announcements.contentPicture') },
          ]}
        />
      </Form.Item>
      <FillFromChinese />
      <div className={styles.sides}>
        {(['Zh', 'En'] as const).map((side) => {
          const language = t(side === 'Zh' ? 'announcements.chinese' : 'announcements.english');
          return (
            <div key={side}>
              <Form.Item
                name={`title${side}`}
                label={`${t('announcements.titleField')} · ${language}`}
                rules={[fieldRule(checkAnnouncementTitle)]}
              >
                <CountedInput max={titleMax} autoComplete="off" />
              </Form.Item>
              {contentType === PICTURE ? (
                <Form.Item name={`picture${side}`} label={`${t('announcements.contentPicture')} · ${language}`}>
                  <PictureField
                    name={language}
                    label={`${t('announcements.pictureFile')} · ${language}`}
                    onAdd={addPicture}
                  />
                </Form.Item>
              ) : (
                <Form.Item name={`content${side}`} label={`${t('announcements.text')} · ${language}`}>
                  <RichTextField />
                </Form.Item>
              )}
            </div>
          );
        })}
      </div>
    </>
  );
}

/** Copies the Chinese title and content into the English fields, to be translated there. */
function FillFromChinese() {
  const { t } = useTranslation();
  const form = Form.useFormInstance<Fields>();
  const { titleZh, contentZh, pictureZh } = (Form.useWatch([], form) as Fields | undefined) ?? EMPTY;
  return (
    <Button
      size="small"
      className={styles.fill ?? ''}
      disabled={!titleZh && !contentZh && !pictureZh}
      onClick={() => form.setFieldsValue({ titleEn: titleZh, contentEn: contentZh, pictureEn: pictureZh })}
    >
      {t('announcements.fillFromChinese')}
    </Button>
  );
}

/** Sends it to the operator alone, as a message in the language of the page. */
function SendToMe({ form }: { form: FormInstance<Fields> }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const [test, { isLoading }] = useTestAnnouncementMutation();
  const send = async () => {
    const { error } = await test(draftOf(form.getFieldsValue(true) as Fields));
    if (!error) return toasts.done(t('announcements.sentToMe'));
    const fault = error as CallFault;
    if (!showFieldFault(form, fieldNamed, fault)) toasts.failed(faultWords(fault, t));
    return undefined;
  };
  return (
    <Button loading={isLoading} onClick={() => void send()}>
      {t('announcements.sendToMe')}
    </Button>
  );
}

/** Where it appears, as tiles. */
function Kinds({ value, onChange }: { value?: number; onChange?: (kind: number) => void }) {
  const { t } = useTranslation();
  return (
    <Choice<number>
      legend={t('announcements.kind')}
      minWidth={TILE_PX}
      value={value}
      onChange={(kind) => onChange?.(kind)}
      options={KINDS.map((kind, at) => ({
        value: at + 1,
        title: t(`announcements.${kind}`),
        children: t(`announcements.${kind}Text`),
      }))}
    />
  );
}

function AudienceFields() {
  const { t } = useTranslation();
  const audience = Form.useWatch<number>('audience');
  const { data: choices } = useListChoicesQuery();
  return (
    <div>
      <Form.Item name="audience" label={t('announcements.audience')}>
        <Select
          options={[
            { value: 1, label: t('announcements.all') },
            { value: 2, label: t('announcements.named') },
            { value: 3, label: t('announcements.configuration') },
          ]}
        />
      </Form.Item>
      {audience === 2 ? (
        <Form.Item name="members" label={t('announcements.members')} extra={t('announcements.membersText')}>
          <Input.TextArea rows={2} />
        </Form.Item>
      ) : null}
      {audience === 3 ? (
        <Form.Item name="configurationId" label={t('announcements.configurationChoice')}>
          <Select
            options={(choices?.list ?? []).map(({ configurationId, name }) => ({
              value: configurationId,
              label: name,
            }))}
          />
        </Form.Item>
      ) : null}
      {audience === 2 ? null : (
        <Form.Item name="subAccounts" valuePropName="checked">
          <Checkbox>{t('announcements.subAccounts')}</Checkbox>
        </Form.Item>
      )}
      <AudienceCount />
    </div>
  );
}

/** How many members it reaches now. */
function AudienceCount() {
  const { t } = useTranslation();
  const form = Form.useFormInstance<Fields>();
  const fields = Form.useWatch([], form) as Fields | undefined;
  const asked = audienceOf(fields ?? EMPTY);
  const { currentData } = useCountAudienceQuery(asked);
  return (
    <p className={`${styles.reached} owl-figures`} role="status">
      {currentData === undefined ? '—' : t('announcements.audienceCount', { count: currentData })}
    </p>
  );
}

function TimeFields({ live }: { live: boolean }) {
  const { t } = useTranslation();
  const form = Form.useFormInstance<Fields>();
  const checkUntil = (until: string) =>
    checkAnnouncementTimes(msOf(form.getFieldValue('from') as string), msOf(until), Date.now());
  return (
    <div>
      <div className={styles.sides}>
        <Form.Item name="from" label={t('announcements.from')} extra={t('announcements.fromText')}>
          <TimeField disabled={live} placeholder={t('announcements.tickNow')} />
        </Form.Item>
        <Form.Item
          name="until"
          label={t('announcements.until')}
          extra={t('announcements.untilText')}
          dependencies={['from']}
          rules={[fieldRule((until) => (until ? checkUntil(until) : undefined))]}
        >
          <TimeField placeholder={t('announcements.tickOpen')} />
        </Form.Item>
      </div>
      <ShownTicks />
    </div>
  );
}

/** How often a popup comes, and where among the others. */
function Pops({ announcement }: { announcement: Announcement | null }) {
  const { t } = useTranslation();
  const title = Form.useWatch<string>(locale.get() === 'en-US' ? 'titleEn' : 'titleZh');
  const kind = Form.useWatch<number>('msgType') ?? 1;
  if (!popsUp(kind)) return null;
  return (
    <div className={styles.sides}>
      <Form.Item name="popFrequency" label={t('announcements.frequency')}>
        <Segmented<number>
          aria-label={t('announcements.frequency')}
          options={[
            { value: 1, label: t('announcements.every') },
            { value: 2, label: t('announcements.daily') },
            { value: 3, label: t('announcements.never') },
          ]}
        />
      </Form.Item>
      <Form.Item name="popOrder" label={t('announcements.priority')}>
        <PopOrder announcement={announcement} title={title ?? ''} />
      </Form.Item>
    </div>
  );
}
