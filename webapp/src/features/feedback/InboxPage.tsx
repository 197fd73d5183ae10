// The operator's inbox: what members wrote, what is open first, and one of them beside the list with its answer.

import { Segmented } from 'antd';
import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { paths } from '@/app/paths';
import { usePageTitle } from '@/shell/usePageTitle';
import { lazyWithRetry } from '@/ui/lazyWithRetry';
import type { Column } from '@/ui/list/columns';
import { RowLink } from '@/ui/list/RowLink';
import { TablePage } from '@/ui/list/TablePage';
import { type Codec, type Filter, listCodec, oneOf, type Paging, useUrlState } from '@/ui/list/urlState';
import { useLastPage } from '@/ui/list/useLastPage';
import { TimeAgo } from '@/ui/time/TimeAgo';
import { type Feedback, useListFeedbackQuery } from './api';
import styles from './Inbox.module.css';

const FeedbackDrawer = lazyWithRetry(() => import('./FeedbackDrawer'), 'over');

const idFilter: Filter<number> = {
  read: (text) => (text !== null && /^\d{1,16}$/.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) : 0),
  write: (value) => (value > 0 ? String(value) : null),
};
const filters = { state: oneOf('open', 'answered', 'all'), id: idFilter };
type Filters = { [K in keyof typeof filters]: ReturnType<(typeof filters)[K]['read']> };
type State = Filters & Paging;

/** Opening one asks the list nothing new. */
function inboxCodec(): Codec<State> {
  const codec = listCodec<Filters>(filters);
  return {
    ...codec,
    change: (state, part) =>
      Object.keys(part).every((key) => key === 'id') ? { ...state, ...part } : codec.change(state, part),
  };
}

const idOf = ({ id }: Feedback) => id;
const nameOf = ({ feedbackTitle }: Feedback) => feedbackTitle;

const codec = inboxCodec();

export default function InboxPage() {
  const { t } = useTranslation();
  const heading = usePageTitle(t('pages.feedback'));
  const [state, change] = useUrlState(codec);
  const { pageNo, pageSize, id } = state;
  const answer = useListFeedbackQuery(
    { pageNo, pageSize, answered: state.state === 'all' ? undefined : state.state === 'answered' },
    { refetchOnMountOrArgChange: true, refetchOnReconnect: true },
  );
  const { currentData } = answer;
  const open = useCallback((feedback: Feedback) => change({ id: feedback.id }), [change]);
  const columns = useColumns(open);
  const total = currentData?.total ?? 0;
  const isGone = useLastPage(paths.feedbackInbox, codec, state, { rows: currentData?.list, total });
  return (
    <TablePage<Feedback>
      title={t('inbox.title')}
      heading={heading}
      filters={
        <Segmented<State['state']>
          aria-label={t('inbox.states')}
          value={state.state}
          options={[
            { value: 'open', label: t('inbox.open') },
            { value: 'answered', label: t('inbox.answered') },
            { value: 'all', label: t('inbox.all') },
          ]}
          onChange={(next) => change({ state: next })}
        />
      }
      answer={answer}
      isGone={isGone}
      failed={t('inbox.failed')}
      empty={
        state.state === 'open'
          ? { look: 'shut', title: t('inbox.noneOpen'), text: t('inbox.emptyText'), calm: true }
          : { look: 'open', title: t('inbox.empty'), text: t('inbox.emptyText') }
      }
      unmatched={
        state.state !== 'answered'
          ? undefined
          : {
              title: t('inbox.noMatch'),
              step: { label: t('inbox.clear'), onClick: () => change({ state: 'all' }) },
            }
      }
      paging={{ pageNo, pageSize }}
      onChange={change}
      totalWords={(n) => t('inbox.total', { n })}
      columns={columns}
      idOf={idOf}
      nameOf={nameOf}
      onOpen={open}
      over={id > 0 ? <FeedbackDrawer key={id} id={id} onClose={() => change({ id: 0 })} /> : null}
    />
  );
}

function useColumns(onOpen: (feedback: Feedback) => void): Column<Feedback>[] {
  const { t } = useTranslation();
  return useMemo(
    () => [
      {
        key: 'feedback',
        title: t('inbox.feedback'),
        width: 240,
        render: ({ feedbackTitle, feedbackContent }) => (
          <span className={styles.words}>
            <b>{feedbackTitle}</b>
            <small>{feedbackContent}</small>
          </span>
        ),
      },
      {
        key: 'member',
        title: t('inbox.member'),
        width: 144,
        leaves: 2,
        render: ({ phone, userId }) => (
          <span className="owl-figures">{phone || t('inbox.memberId', { id: userId })}</span>
        ),
      },
      {
        key: 'state',
        title: t('inbox.state'),
        width: 96,
        phone: 'side',
        render: ({ answer }) => (
          <span className={styles.state} data-open={answer === null}>
            {t(answer ? 'inbox.answered' : 'inbox.open')}
          </span>
        ),
      },
      {
        key: 'time',
        title: t('inbox.time'),
        width: 144,
        leaves: 1,
        render: ({ createTime }) => <TimeAgo at={createTime} />,
      },
      {
        key: 'actions',
        title: '',
        width: 96,
        render: (feedback) => (
          <RowLink
            label={t('inbox.view')}
            name={t('inbox.openName', { title: feedback.feedbackTitle })}
            onClick={() => onOpen(feedback)}
          />
        ),
      },
    ],
    [t, onOpen],
  );
}
