// The member's messages: what is unread stands out, one is opened in place, and what is removed can be taken back.
import { Button } from 'antd';
import type { TFunction } from 'i18next';
import { CheckCheck } from 'lucide-react';
import { Suspense, useCallback, useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '@/app/paths';
import type { CallFault } from '@/core/http';
import { constants } from '@/core/rules';
import { useNoticeCount } from '@/features/live/noticeCount';
import { usePageTitle } from '@/shell/usePageTitle';
import { faultWords } from '@/ui/faultWords';
import { later } from '@/ui/later';
import type { Column } from '@/ui/list/columns';
import type { DataTableProps } from '@/ui/list/DataTable';
import { ListPage } from '@/ui/list/ListPage';
import { type Filter, listCodec, type Paging, useUrlState } from '@/ui/list/urlState';
import { useLastPage } from '@/ui/list/useLastPage';
import { plainText } from '@/ui/RichText';
import { RowSkeletons } from '@/ui/Skeletons';
import { TimeAgo } from '@/ui/TimeAgo';
import { useToasts } from '@/ui/Toasts';
import { PICTURE } from './AnnouncementContent';
import { type Message, useListMessagesQuery, useReadAllMessagesMutation } from './api';
import styles from './Notices.module.css';
import { useRemoval } from './useRemoval';

const DataTable = later<DataTableProps<Message>>(() => import('@/ui/list/DataTable'));
const NoticeDialog = later(() => import('./NoticeDialog'), 'over');

/** The open message; 0: none. Ids have up to 16 digits. */
const idFilter: Filter<number> = {
  read: (text) => (text !== null && /^\d{1,16}$/.test(text) ? Number(text) : 0),
  write: (value) => (value > 0 ? String(value) : null),
};
type State = Paging & { id: number };

/** Opening one stays on its page of the list. */
function noticesCodec() {
  const codec = listCodec<{ id: number }>({ id: idFilter }, constants().noticePageSize);
  return { ...codec, change: (state: State, part: Partial<State>) => ({ ...state, ...part }) };
}

/** The line below a title: the words of a text, or that it is a picture. */
const preview = ({ content, contentType, rich }: Pick<Message, 'content' | 'contentType' | 'rich'>, t: TFunction) =>
  contentType === PICTURE ? t('notices.picture') : rich ? plainText(content) : content;

const idOf = ({ id }: Message) => id;
const nameOf = ({ title }: Message) => title;

export default function NoticesPage() {
  const { t } = useTranslation();
  const heading = usePageTitle(t('pages.notices'));
  const codec = useMemo(noticesCodec, []);
  const [state, change] = useUrlState(codec);
  const { pageNo, pageSize, id } = state;
  const { currentData, error, isFetching, refetch } = useListMessagesQuery(
    { pageNo, pageSize },
    { refetchOnMountOrArgChange: true, refetchOnReconnect: true },
  );
  const unread = useNoticeCount();
  useNews(unread, refetch);
  const { going, remove } = useRemoval();
  const open = useCallback((message: Message) => change({ id: message.id }), [change]);
  const columns = useColumns(open, remove);
  const total = currentData?.total ?? 0;
  const rows = currentData?.list.filter((message) => !going.has(message.id));
  const isGone = useLastPage(paths.notices, codec, state, { rows: currentData?.list, total });

  return (
    <>
      <ListPage<Message>
        title={t('notices.title')}
        heading={heading}
        facts={
          unread > 0 ? (
            <span className={`${styles.facts} owl-figures`}>{t('notices.unread', { n: unread })}</span>
          ) : null
        }
        actions={<ReadAll none={unread === 0} />}
        rows={isGone ? undefined : rows}
        fault={currentData ? undefined : (error as CallFault | undefined)}
        fetching={isFetching}
        onRetry={refetch}
        failed={t('notices.failed')}
        empty={{ look: 'open', title: t('notices.empty'), text: t('notices.emptyText') }}
        skeleton={<RowSkeletons count={8} />}
        pager={{ pageNo, pageSize, total, totalWords: t('notices.total', { n: total }), onChange: change }}
      >
        {(messages) => (
          <Suspense fallback={<RowSkeletons count={messages.length} />}>
            <DataTable
              label={t('notices.title')}
              columns={columns}
              rows={messages}
              idOf={idOf}
              nameOf={nameOf}
              onOpen={open}
            />
          </Suspense>
        )}
      </ListPage>
      {id > 0 ? (
        <Suspense fallback={null}>
          <NoticeDialog
            key={id}
            id={id}
            onRemove={(message) => {
              change({ id: 0 });
              remove(message);
            }}
            onClose={() => change({ id: 0 })}
          />
        </Suspense>
      ) : null}
    </>
  );
}

/** A count that rose is a message that is not in the list yet. */
function useNews(unread: number, refetch: () => unknown): void {
  const before = useRef(unread);
  useEffect(() => {
    if (unread > before.current) refetch();
    before.current = unread;
  }, [unread, refetch]);
}

function ReadAll({ none }: { none: boolean }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const [readAll, { isLoading }] = useReadAllMessagesMutation();
  const onClick = async () => {
    const { error } = await readAll();
    if (error) toasts.failed(faultWords(error as CallFault, t));
    else toasts.done(t('notices.allRead'));
  };
  return (
    <Button
      icon={<CheckCheck size={16} strokeWidth={1.6} />}
      disabled={none}
      loading={isLoading}
      title={none ? t('notices.noneUnread') : undefined}
      onClick={onClick}
    >
      {t('notices.readAll')}
    </Button>
  );
}

function useColumns(onOpen: (message: Message) => void, onRemove: (message: Message) => void): Column<Message>[] {
  const { t } = useTranslation();
  return useMemo(
    () => [
      {
        key: 'message',
        title: t('notices.message'),
        width: 240,
        render: ({ title, readStatus, ...message }) => {
          const content = preview(message, t);
          return (
            <div className={styles.message} data-unread={!readStatus}>
              <span className={styles.name}>{title}</span>
              <span className={styles.content} title={content}>
                {content}
              </span>
            </div>
          );
        },
      },
      {
        key: 'status',
        title: t('notices.status'),
        width: 96,
        phone: 'side',
        render: ({ readStatus }) => (
          <span className={styles.status} data-unread={!readStatus}>
            {t(readStatus ? 'notices.isRead' : 'notices.isUnread')}
          </span>
        ),
      },
      {
        key: 'time',
        title: t('notices.time'),
        width: 144,
        leaves: 1,
        render: ({ createTime }) => <TimeAgo at={createTime} />,
      },
      {
        key: 'actions',
        title: '',
        width: 148,
        render: (message) => (
          <span className={styles.actions}>
            <Button
              type="link"
              size="small"
              aria-label={t('notices.openName', { title: message.title })}
              onClick={() => onOpen(message)}
            >
              {t('notices.open')}
            </Button>
            <Button
              type="link"
              size="small"
              aria-label={t('notices.removeName', { title: message.title })}
              onClick={() => onRemove(message)}
            >
              {t('common.delete')}
            </Button>
          </span>
        ),
      },
    ],
    [t, onOpen, onRemove],
  );
}
