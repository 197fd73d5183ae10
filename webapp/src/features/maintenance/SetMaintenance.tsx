// Maintenance as an operator sets it: which phones, from when to when, and the reason that members read. What it reaches is counted beforehand.
import { Form, Input, Select } from 'antd';
import dayjs from 'dayjs';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CallFault } from '@/core/http';
import { useListConfigurationsQuery } from '@/features/orders/api';
import { useToasts } from '@/ui/announce/Toasts';
import { Confirm } from '@/ui/dialogs/Confirm';
import { FormDialog } from '@/ui/dialogs/FormDialog';
import { Choice } from '@/ui/fields/Choice';
import { checkedByServer, showFieldFault } from '@/ui/fields/fieldFault';
import { TimeField } from '@/ui/fields/TimeField';
import { Note } from '@/ui/Note';
import { faultWords } from '@/ui/states/faultWords';
import {
  type MaintenanceDraft,
  type Reach,
  type Target,
  useCountMaintenanceQuery,
  useLazyCountMaintenanceQuery,
  useListMaintenanceHostsQuery,
  useSetMaintenanceMutation,
} from './api';
import styles from './Maintenance.module.css';

const WIDTH_PX = 560;
const MOMENT = 'YYYY-MM-DDTHH:mm';
/** More members than this are only reached by somebody who types their number. */
const MANY = 10;
const TYPING_PAUSE_MS = 350;

type Scope = 'phones' | 'host' | 'configuration';

interface Fields {
  scope: Scope;
  owlIds: string;
  host: string | undefined;
  configurationId: number | undefined;
  /** Empty: now. */
  fromTime: string;
  /** Empty: until somebody ends it. */
  untilTime: string;
  reasonZh: string;
  reasonEn: string;
}
const names = [
  'scope',
  'owlIds',
  'host',
  'configurationId',
  'fromTime',
  'untilTime',
  'reasonZh',
  'reasonEn',
] as const satisfies readonly (keyof Fields)[];

/** The ids of a text: apart by blanks, commas or lines. */
const idsOf = (typed: string): string[] => typed.split(/[\s,，;；]+/).filter((id) => id !== '');

/** The phones of the form; none while they are not chosen yet. */
function targetOf({ scope, owlIds, host, configurationId }: Partial<Fields>): Target | undefined {
  const ids = idsOf(owlIds ?? '');
  if (scope === 'phones') return ids.length > 0 ? { scope, owlIds: ids } : undefined;
  if (scope === 'host') return host ? { scope, host } : undefined;
  return scope && configurationId !== undefined ? { scope, configurationId } : undefined;
}

const momentOf = (typed: string): number => dayjs(typed, MOMENT).valueOf();

interface Props {
  /** Phones that the form begins with, by their ids for people. */
  owlIds?: readonly string[];
  onDone?: () => void;
  onClose: () => void;
}

export default function SetMaintenance({ owlIds: chosen = [], onDone, onClose }: Props) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const [form] = Form.useForm<Fields>();
  const [set] = useSetMaintenanceMutation();
  const typed = Form.useWatch([], form) as Fields | undefined;
  const owlIds = useAfterTyping(typed?.owlIds ?? '');
  const target = typed ? targetOf({ ...typed, owlIds }) : undefined;
  const { currentData: reach } = useCountMaintenanceQuery(target ?? { scope: '' }, {
    skip: !target,
    refetchOnMountOrArgChange: true,
  });
  const [count] = useLazyCountMaintenanceQuery();
  const [asking, setAsking] = useState(false);
  // Draft and reach of the question: they stay while it goes.
  const [asked, setAsked] = useState<{ draft: MaintenanceDraft; reach: Reach } | null>(null);
  const refused = (fault: CallFault): CallFault | 'stay' => (showFieldFault(form, names, fault) ? 'stay' : fault);
  const send = async (draft: MaintenanceDraft): Promise<CallFault | 'stay' | undefined> => {
    const { error } = await set(draft);
    if (error) return refused(error as CallFault);
    onDone?.();
    toasts.done(t(draft.fromTime ? 'maintenance.plannedDone' : 'maintenance.setDone'));
    return undefined;
  };
  const submit = async (fields: Fields): Promise<CallFault | 'stay' | undefined> => {
    const draft: MaintenanceDraft = {
      ...(targetOf(fields) ?? { scope: fields.scope }),
      ...(fields.fromTime ? { fromTime: momentOf(fields.fromTime) } : {}),
      ...(fields.untilTime ? { untilTime: momentOf(fields.untilTime) } : {}),
      reasonZh: fields.reasonZh,
      reasonEn: fields.reasonEn,
    };
    // The count in the form belongs to the text before the last pause in typing: the draft is counted by itself.
    const wanted = targetOf(fields);
    const counted = wanted ? await count(wanted) : undefined;
    if (counted?.error) return refused(counted.error as CallFault);
    if (!counted?.data || counted.data.members <= MANY) return send(draft);
    setAsked({ draft, reach: counted.data });
    setAsking(true);
    return 'stay';
  };
  return (
    <>
      <FormDialog<Fields>
        open
        form={form}
        title={t('maintenance.setTitle')}
        width={WIDTH_PX}
        initial={{
          scope: 'phones',
          owlIds: chosen.join('\n'),
          host: undefined,
          configurationId: undefined,
          fromTime: '',
          untilTime: '',
          reasonZh: '',
          reasonEn: '',
        }}
        submit={reach ? t('maintenance.setButton', { count: reach.phones }) : t('maintenance.set')}
        onSubmit={submit}
        onClose={onClose}
      >
        <Form.Item name="scope" rules={[checkedByServer]}>
          <ScopeChoice />
        </Form.Item>
        <TargetField scope={typed?.scope ?? 'phones'} />
        {reach ? <Reached reach={reach} /> : null}
        <div className={styles.pair}>
          <Form.Item
            name="fromTime"
            label={t('maintenance.from')}
            extra={t('maintenance.fromNow')}
            rules={[checkedByServer]}
          >
            <TimeField />
          </Form.Item>
          <Form.Item
            name="untilTime"
            label={t('maintenance.untilField')}
            extra={t('maintenance.untilOpen')}
            rules={[checkedByServer]}
          >
            <TimeField />
          </Form.Item>
        </div>
        <Form.Item name="reasonZh" label={t('maintenance.reasonZh')} rules={[checkedByServer]}>
          <Input autoComplete="off" lang="zh-CN" />
        </Form.Item>
        <Form.Item
          name="reasonEn"
          label={t('maintenance.reasonEn')}
          extra={t('maintenance.reasonText')}
          rules={[checkedByServer]}
        >
          <Input autoComplete="off" lang="en" />
        </Form.Item>
      </FormDialog>
      <Confirm
        open={asking}
        title={t('maintenance.manyTitle', { count: asked?.reach.phones ?? 0 })}
        verb={t('maintenance.setButton', { count: asked?.reach.phones ?? 0 })}
        count={asked?.reach.members ?? 0}
        onConfirm={async () => {
          const said = asked ? await send(asked.draft) : undefined;
          if (said === undefined) onClose();
          else if (said !== 'stay') toasts.failed(faultWords(said, t));
        }}
        onClose={() => setAsking(false)}
      >
        {t('maintenance.manyText', { count: asked?.reach.members ?? 0 })}
      </Confirm>
    </>
  );
}

/** A text after a pause in typing it. */
function useAfterTyping(text: string): string {
  const [paused, setPaused] = useState(text);
  useEffect(() => {
    const timer = window.setTimeout(() => setPaused(text), TYPING_PAUSE_MS);
    return () => window.clearTimeout(timer);
  }, [text]);
  return paused;
}

/** Phones and members that the maintenance reaches; many members are a reason to think again. */
function Reached({ reach }: { reach: Reach }) {
  const { t } = useTranslation();
  const { phones, rented, members, busy } = reach;
  const reached = t('maintenance.reach', {
    phones: t('maintenance.reachPhones', { count: phones }),
    rented,
    members: t('maintenance.reachMembers', { count: members }),
  });
  const words = busy > 0 ? `${reached} ${t('maintenance.busy', { count: busy })}` : reached;
  return members > MANY ? <Note tone="warning">{words}</Note> : <p className={styles.reach}>{words}</p>;
}

/** The three kinds of targets as tiles; antd's Form.Item hands value and change. */
function ScopeChoice({ value, onChange }: { value?: Scope; onChange?: (scope: Scope) => void }) {
  const { t } = useTranslation();
  return (
    <Choice<Scope>
      legend={t('maintenance.what')}
      minWidth={144}
      options={(['phones', 'host', 'configuration'] as const).map((scope) => ({
        value: scope,
        title: t(`maintenance.scopes.${scope}`),
      }))}
      value={value}
      onChange={(scope) => onChange?.(scope)}
    />
  );
}

/** Field of the target: phones, a host, or a configuration. */
function TargetField({ scope }: { scope: Scope }) {
  const { t } = useTranslation();
  const { data: hosts = [] } = useListMaintenanceHostsQuery(undefined, { skip: scope !== 'host' });
  const { data: shelf } = useListConfigurationsQuery(undefined, { skip: scope !== 'configuration' });
  if (scope === 'phones') {
    return (
      <Form.Item name="owlIds" label={t('maintenance.ids')} extra={t('maintenance.idsText')} rules={[checkedByServer]}>
        <Input.TextArea autoSize={{ minRows: 2, maxRows: 6 }} spellCheck={false} />
      </Form.Item>
    );
  }
  if (scope === 'host') {
    return (
      <Form.Item name="host" label={t('maintenance.host')} rules={[checkedByServer]}>
        <Select<string>
          showSearch
          placeholder={t('maintenance.choose')}
          options={hosts.map(({ name, phones }) => ({
            value: name,
            label: `${name} · ${t('maintenance.count', { count: phones })}`,
          }))}
        />
      </Form.Item>
    );
  }
  return (
    <Form.Item name="configurationId" label={t('maintenance.configuration')} rules={[checkedByServer]}>
      <Select<number>
        placeholder={t('maintenance.choose')}
        options={(shelf?.list ?? []).map(({ configurationId, name }) => ({ value: configurationId, label: name }))}
      />
    </Form.Item>
  );
}
