// The operator's announcements: what is written, how it stands, how many saw it; written and changed in a dialog with its preview.

import { Button } from 'antd';
import { Plus } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CallFault } from '@/core/http';
import { announcementLimits, formatTime } from '@/core/rules';
import { usePageTitle } from '@/shell/usePageTitle';
import { useAlerts } from '@/ui/announce/Announcer';
import { useToasts } from '@/ui/announce/Toasts';
import { lazyWithRetry } from '@/ui/lazyWithRetry';
import cells from '@/ui/list/Cells.module.css';
import type { Column } from '@/ui/list/columns';
import { RowLink } from '@/ui/list/RowLink';
import { TablePage } from '@/ui/list/TablePage';
import { listCodec, useUrlState } from '@/ui/list/urlState';
import { Gate } from '@/ui/rights/Gate';
import { faultWords } from '@/ui/states/faultWords';
import styles from './Announcements.module.css';
import {
  type Announcement,
  useLazyCountAudienceQuery,
  useListAnnouncementsQuery,
  usePublishAnnouncementMutation,
  useWithdrawAnnouncementMutation,
} from './api';
import { kindOf, nameOf } from './words';

const Editor = lazyWithRetry(() => import('./Editor'), 'over');

type State = 'draft' | 'scheduled' | 'live' | 'over' | 'withdrawn';

const idOf = ({ id }: Announcement) => id;

export default function AnnouncementsPage() {
  const { t } = useTranslation();
  const heading = usePageTitle(t('pages.announcements'));
  const codec = useMemo(() => listCodec<object>({}), []);
  const [{ pageNo, pageSize }, change] = useUrlState(codec);
  const answer = useListAnnouncementsQuery({ pageNo, pageSize }, { refetchOnMountOrArgChange: true });
  const [edited, setEdited] = useState<Announcement | 'new' | null>(null);
  const columns = useColumns(setEdited);
  const { write } = announcementLimits();
  return (
    <TablePage<Announcement>
      title={t('pages.announcements')}
      heading={heading}
      facts={null}
      actions={
        <Gate permission={[write]}>
          <Button type="primary" icon={<Plus size={16} strokeWidth={1.6} />} onClick={() => setEdited('new')}>
            {t('announcements.add')}
          </Button>
        </Gate>
      }
      answer={answer}
      failed={t('announcements.failed')}
      empty={{ look: 'open', title: t('announcements.empty'), text: t('announcements.emptyText') }}
      paging={{ pageNo, pageSize }}
      onChange={change}
      totalWords={(count) => t('announcements.total', { count })}
      columns={columns}
      idOf={idOf}
      nameOf={nameOf}
      over={edited ? <Editor announcement={edited === 'new' ? null : edited} onClose={() => setEdited(null)} /> : null}
    />
  );
}

function useColumns(onEdit: (one: Announcement) => void): Column<Announcement>[] {
  const { t } = useTranslation();
  return useMemo(
    () => [
      {
        key: 'announcement',
        title: t('announcements.announcement'),
        width: 240,
        render: (one) => (
          <span className={cells.two}>
            {nameOf(one)}
            <span>{t(`announcements.${kindOf(one.msgType)}`)}</span>
          </span>
        ),
      },
      {
        key: 'state',
        title: t('announcements.status'),
        width: 112,
        phone: 'side',
        render: ({ state }) => (
          <span className={styles.state} data-state={state}>
            {t(`announcements.states.${state as State}`)}
          </span>
        ),
      },
      {
        key: 'time',
        title: t('announcements.time'),
        width: 176,
        leaves: 1,
        render: ({ fromTime, untilTime }) => (
          <span className={`${cells.second} owl-figures`}>
            {formatTime(fromTime)}
            {untilTime === null ? null : ` – ${formatTime(untilTime)}`}
          </span>
        ),
      },
      {
        key: 'seen',
        title: t('announcements.seen'),
        width: 88,
        render: ({ seen }) => <span className="owl-figures">{seen}</span>,
      },
      { key: 'actions', title: '', width: 208, render: (one) => <Actions one={one} onEdit={onEdit} /> },
    ],
    [t, onEdit],
  );
}

function Actions({ one, onEdit }: { one: Announcement; onEdit: (one: Announcement) => void }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const alerts = useAlerts();
  const [publish] = usePublishAnnouncementMutation();
  const [reach, { isFetching }] = useLazyCountAudienceQuery();
  const [withdraw] = useWithdrawAnnouncementMutation();
  const title = nameOf(one);
  const told = (error: unknown, done: string) => {
    if (error) toasts.failed(faultWords(error as CallFault, t));
    else toasts.done(done);
  };
  const onPublish = async () => {
    const { audience, memberIds, configurationId, subAccounts } = one;
    const { data: count, error } = await reach({ audience, memberIds, configurationId, subAccounts });
    if (count === undefined) return told(error, '');
    return alerts.confirm({
      title: t('announcements.publishTitle', { title, count }),
      content: t(one.fromTime > Date.now() ? 'announcements.publishedFrom' : 'announcements.publishedAtOnce', {
        count,
        time: formatTime(one.fromTime),
      }),
      okText: t('announcements.publishTo', { count }),
      cancelText: t('common.cancel'),
      onOk: async () => told((await publish(one.id)).error, t('announcements.published')),
    });
  };
  const onWithdraw = () =>
    alerts.confirm({
      title: t('announcements.withdrawTitle', { title }),
      content: t('announcements.withdrawText', { count: one.seen }),
      okText: t('announcements.withdraw'),
      cancelText: t('common.cancel'),
      okButtonProps: { danger: true },
      onOk: async () => told((await withdraw(one.id)).error, t('announcements.withdrawn')),
    });
  const shown = ['scheduled', 'live'].includes(one.state);
  return (
    <Gate permission={[announcementLimits().write]}>
      <span className={cells.actions}>
        {one.state === 'draft' || shown ? (
          <RowLink
            label={t('announcements.edit')}
            name={t('announcements.editName', { title })}
            onClick={() => onEdit(one)}
          />
        ) : null}
        {one.state === 'draft' ? (
          <RowLink
            label={t('announcements.publish')}
            loading={isFetching}
            name={t('announcements.publishName', { title })}
            onClick={() => void onPublish()}
          />
        ) : null}
        {shown ? (
          <RowLink
            label={t('announcements.withdraw')}
            name={t('announcements.withdrawName', { title })}
            onClick={onWithdraw}
          />
        ) : null}
      </span>
    </Gate>
  );
}
