// The member's messages: what is unread stands out, one is opened beside the list, and what is removed can be taken back.
import { CheckCheck } from 'lucide-react';
import { Suspense, useCallback, useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { paths } from '@/app/paths';
import { useAppDispatch } from '@/app/store';
import type { CallFault } from '@/core/http';
import { useNoticeCount } from '@/features/live/noticeCount';
import { trailSet } from '@/shell/slice';
import { usePageTitle } from '@/shell/usePageTitle';
import { useToasts } from '@/ui/announce/Toasts';
import { lazyWithRetry } from '@/ui/lazyWithRetry';
import { ListPage } from '@/ui/list/ListPage';
import { useUrlState } from '@/ui/list/urlState';
import { useLastPage } from '@/ui/list/useLastPage';
import { ChangeButton } from '@/ui/rights/ChangeButton';
import { faultWords } from '@/ui/states/faultWords';
import { RowSkeletons } from '@/ui/states/Skeletons';
import { useWide } from '@/ui/useWide';
import {
  type Message,
  messagesChanged,
  useListMessagesQuery,
  useReadAllMessagesMutation,
  useReadMessageQuery,
} from './api';
import { Films, paneFilm, ROW_MAX } from './Films';
import { NoticeFilters } from './NoticeFilters';
import { NoticeRows, rowFilm } from './NoticeRows';
import styles from './Notices.module.css';
import { type NoticesState, noticesCodec, questionOf } from './noticesState';
import { useRemoval } from './useRemoval';

const NoticePane = lazyWithRetry(() => import('./NoticePane'));

export default function NoticesPage() {
  return <NoticeList opened={false} />;
}

/** `opened`: at the address of a message. */
export function NoticeList({ opened }: { opened: boolean }) {
  const { t } = useTranslation();
  const heading = usePageTitle(t('pages.notices'));
  const navigate = useNavigate();
  const wide = useWide();
  const codec = useMemo(noticesCodec, []);
  const [state, change] = useUrlState(codec);
  const { pageNo, pageSize, type, read } = state;
  const id = opened ? state.id : 0;
  const { currentData, error, isFetching, refetch } = useListMessagesQuery(questionOf(state), {
    refetchOnMountOrArgChange: true,
    refetchOnReconnect: true,
  });
  const unread = useNoticeCount();
  useNews(unread);
  const { going, remove } = useRemoval();
  const goTo = useCallback(
    (part: Partial<NoticesState>) => {
      const path = part.id ? paths.seeNotice : paths.notices;
      const query = codec.write(codec.change(state, part)).toString();
      void navigate(query ? `${path}?${query}` : path);
    },
    [navigate, codec, state],
  );
  const close = () => goTo({ id: 0 });
  const total = currentData?.total ?? 0;
  const rows = currentData?.list.filter((message) => !going.has(message.id));
  const home = opened ? paths.seeNotice : paths.notices;
  const isGone = useLastPage(home, codec, state, { rows: currentData?.list, total });

  const at = rows?.findIndex((message) => message.id === id) ?? -1;
  const pane =
    id > 0 ? (
      <Suspense fallback={<RowSkeletons count={3} />}>
        <NoticePane
          key={id}
          id={id}
          previous={at > 0 ? (rows?.[at - 1]?.id ?? 0) : 0}
          next={at >= 0 ? (rows?.[at + 1]?.id ?? 0) : 0}
          onShow={(other) => goTo({ id: other })}
          onRemove={(message) => {
            remove(message);
            close();
          }}
          onClose={close}
        />
      </Suspense>
    ) : undefined;
  const { currentData: shown } = useReadMessageQuery(id, { skip: id === 0 });
  useTabTitle(opened, shown?.title);
  const films = [
    ...(wide
      ? (rows ?? []).map(rowFilm).map(({ name, phoneIds }) => ({ name, phoneIds: phoneIds.slice(0, ROW_MAX) }))
      : []),
    ...(shown ? [paneFilm(shown)] : []),
  ];
  if (pane && !wide) return <Films films={films}>{pane}</Films>;

  return (
    <Films films={films}>
      <ListPage<Message>
        title={t('notices.title')}
        heading={heading}
        facts={
          unread > 0 ? (
            <span className={`${styles.facts} owl-figures`}>{t('notices.unread', { n: unread })}</span>
          ) : null
        }
        actions={<ReadAll none={unread === 0} />}
        filters={<NoticeFilters state={state} onChange={change} />}
        rows={isGone ? undefined : rows}
        fault={currentData ? undefined : (error as CallFault | undefined)}
        fetching={isFetching}
        onRetry={refetch}
        failed={t('notices.failed')}
        empty={{ look: 'open', title: t('notices.empty'), text: t('notices.emptyText') }}
        unmatched={
          type !== 'all' || read !== 'all'
            ? {
                title: t('notices.noMatch'),
                step: { label: t('notices.clear'), onClick: () => change({ type: 'all', read: 'all' }) },
              }
            : undefined
        }
        skeleton={<RowSkeletons count={8} />}
        pager={{ pageNo, pageSize, total, totalWords: t('notices.total', { count: total }), onChange: change }}
        dock={pane}
      >
        {(messages) => (
          <NoticeRows
            messages={messages}
            openId={id}
            onOpen={(message) => goTo({ id: message.id })}
            onRemove={(message) => {
              remove(message);
              if (message.id === id) close();
            }}
          />
        )}
      </ListPage>
    </Films>
  );
}

/** The tab of an open message carries the message's title, not the list's name a second time. */
function useTabTitle(opened: boolean, title = ''): void {
  const dispatch = useAppDispatch();
  const { search } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a tab loses its title when the query changes.
  useEffect(() => {
    if (opened) dispatch(trailSet(title || null));
  }, [opened, title, search, dispatch]);
}

/** A count that changed is a message that came, or one that was read or removed in another window. */
function useNews(unread: number): void {
  const dispatch = useAppDispatch();
  const before = useRef(unread);
  useEffect(() => {
    if (unread !== before.current) dispatch(messagesChanged());
    before.current = unread;
  }, [unread, dispatch]);
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
    <ChangeButton
      icon={<CheckCheck size={16} strokeWidth={1.6} />}
      disabled={none}
      loading={isLoading}
      title={none ? t('notices.noneUnread') : undefined}
      onClick={onClick}
    >
      {t('notices.readAll')}
    </ChangeButton>
  );
}
