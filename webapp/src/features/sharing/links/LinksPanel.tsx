// All links of the member with those that ended: who watches, how often they were opened, until when; changed and ended here.
import { Popover } from 'antd';
import { Lock } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CallFault } from '@/core/http';
import { formatTime } from '@/core/rules';
import { StillPicture } from '@/features/phones/pictures/Deck';
import { useToasts } from '@/ui/announce/Toasts';
import { Copy } from '@/ui/copy/Copy';
import { Confirm } from '@/ui/dialogs/Confirm';
import { lazyWithRetry } from '@/ui/lazyWithRetry';
import cells from '@/ui/list/Cells.module.css';
import type { Column } from '@/ui/list/columns';
import type { DataTableProps } from '@/ui/list/DataTable';
import { Pager } from '@/ui/list/Pager';
import { Thumb } from '@/ui/phone/Thumb';
import { ChangeButton } from '@/ui/rights/ChangeButton';
import { EmptyState } from '@/ui/states/EmptyState';
import { FaultState } from '@/ui/states/FaultState';
import { faultWords } from '@/ui/states/faultWords';
import { RowSkeletons } from '@/ui/states/Skeletons';
import { RemainingTime } from '@/ui/time/RemainingTime';
import { TimeAgo } from '@/ui/time/TimeAgo';
import { ClockSkew } from '@/ui/time/useNow';
import { addressOf, type Link, nameOf, useEndShareLinkMutation, useListShareLinksQuery } from './api';
import { ChangeLinkDialog } from './ChangeLinkDialog';
import { LinkShown } from './LinkShown';
import styles from './Links.module.css';

const LinkTable = lazyWithRetry<DataTableProps<Link>>(() => import('@/ui/list/DataTable'));
/** How often who watches is asked for. */
const EVERY_MS = 5000;
const FRESH = { refetchOnMountOrArgChange: true, refetchOnReconnect: true, pollingInterval: EVERY_MS } as const;
const idOf = ({ linkId }: Link): number => linkId;

type OpenedDialog = { what: 'show' | 'change' | 'end'; link: Link };

interface Props {
  pageNo: number;
  pageSize: number;
  onChange: (part: { pageNo?: number; pageSize?: number }) => void;
  /** The link that is shown beside the list. */
  shown?: number;
  /** Shows a link beside the list; otherwise it has a window of its own. */
  onShow?: (link: Link) => void;
}

export default function LinksPanel({ pageNo, pageSize, onChange, shown, onShow }: Props) {
  const { t } = useTranslation();
  const answer = useListShareLinksQuery({ pageNo, pageSize }, FRESH);
  const page = answer.currentData;
  const [asked, setAsked] = useState<OpenedDialog | null>(null);
  const columns = useLinkColumns(
    (each) => (each.what === 'show' && onShow ? onShow(each.link) : setAsked(each)),
    shown,
  );
  const close = () => setAsked(null);
  const fault = page ? undefined : (answer.error as CallFault | undefined);
  return (
    <ClockSkew value={page?.skewMs ?? 0}>
      <div className={styles.rows}>
        {fault && !answer.isFetching ? (
          <FaultState title={t('links.listFailed')} fault={fault} onRetry={answer.refetch} />
        ) : !page ? (
          <RowSkeletons count={4} />
        ) : page.list.length === 0 ? (
          <EmptyState look="shut" title={t('links.none')} text={t('links.noneText')} />
        ) : (
          <Suspense fallback={<RowSkeletons count={page.list.length} />}>
            <LinkTable label={t('links.title')} columns={columns} rows={page.list} idOf={idOf} nameOf={nameOf} />
          </Suspense>
        )}
      </div>
      {page && page.total > 0 ? (
        <Pager
          pageNo={pageNo}
          pageSize={pageSize}
          total={page.total}
          totalWords={t('links.total', { count: page.total })}
          onChange={onChange}
        />
      ) : null}
      {asked?.what === 'show' ? (
        <LinkShown name={nameOf(asked.link)} {...asked.link} passcode={null} onClose={close} />
      ) : null}
      {asked?.what === 'change' ? <ChangeLinkDialog link={asked.link} onClose={close} /> : null}
      {asked?.what === 'end' ? <EndLink link={asked.link} onClose={close} /> : null}
    </ClockSkew>
  );
}

function useLinkColumns(onAsk: (asked: OpenedDialog) => void, shown: number | undefined): Column<Link>[] {
  const { t } = useTranslation();
  return [
    {
      key: 'name',
      title: t('links.what'),
      width: 150,
      grows: true,
      fixed: true,
      render: (link) => (
        <b className={styles.name} aria-current={link.linkId === shown ? 'true' : undefined}>
          {link.phoneId === null ? null : (
            <Thumb>
              <StillPicture phoneId={link.phoneId} />
            </Thumb>
          )}
          {nameOf(link)}
        </b>
      ),
    },
    {
      key: 'content',
      title: t('links.content'),
      width: 150,
      leaves: 2,
      phone: 'none',
      render: ({ kind, trial }) =>
        trial ? t('links.trying.row', { app: trial.appName, n: trial.minutes }) : t(`links.${kind}`),
    },
    {
      key: 'address',
      title: t('links.address'),
      width: 204,
      leaves: 1,
      render: ({ path, passcode, open }) => (
        <span className={styles.path} data-open={open}>
          {passcode ? <Lock size={12} strokeWidth={1.6} role="img" aria-label={t('links.locked')} /> : null}
          <code>{short(path)}</code>
          {open ? <Copy text={addressOf(path)} what={t('links.address')} /> : null}
        </span>
      ),
    },
    {
      key: 'viewers',
      title: t('links.viewers'),
      width: 88,
      render: (link) => <Viewers {...link} />,
    },
    {
      key: 'opened',
      title: t('links.opened'),
      width: 88,
      align: 'right',
      render: ({ opened }) => <span className="owl-figures">{opened}</span>,
    },
    {
      key: 'until',
      title: t('links.until'),
      width: 148,
      render: ({ open, untilTime }) =>
        open ? (
          <span className={styles.until}>
            <RemainingTime until={untilTime} />
          </span>
        ) : (
          <span className={styles.over}>{t('links.endedAt', { time: formatTime(untilTime) })}</span>
        ),
    },
    {
      key: 'actions',
      title: t('sharing.actions'),
      width: 190,
      fixed: true,
      render: (link) =>
        link.open ? (
          <span className={cells.close}>
            {(['show', 'change', 'end'] as const).map((what) => (
              <ChangeButton
                key={what}
                type="link"
                size="small"
                danger={what === 'end'}
                onClick={() => onAsk({ what, link })}
              >
                {t(`links.${what}`)}
              </ChangeButton>
            ))}
          </span>
        ) : null,
    },
  ];
}

/** How many watch; at a click one by one with since when, and nothing of who they are. */
function Viewers({ viewers, viewersMax, viewingSince }: Link) {
  const { t } = useTranslation();
  const count = (
    <span className="owl-figures">
      {viewers} / {viewersMax}
    </span>
  );
  if (viewers === 0) return count;
  const each = (
    <ol className={styles.viewers} aria-label={t('links.viewers')}>
      {viewingSince.map((since, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a page has no other name.
        <li key={at}>
          <span>{t('links.viewer', { n: at + 1 })}</span>
          <span className="owl-figures">
            {formatTime(since)} · <TimeAgo at={since} />
          </span>
        </li>
      ))}
    </ol>
  );
  return (
    <Popover trigger="click" title={t('links.viewersNow')} content={each}>
      <button
        type="button"
        className={`owl-plain-button ${styles.watching}`}
        aria-label={t('links.viewersShow', { n: viewers, of: viewersMax })}
      >
        {count}
      </button>
    </Popover>
  );
}

/** `/shareVideo/Kq7…`. */
function short(path: string): string {
  const [page, token = ''] = path.split('/').slice(-2);
  return `/${page}/${token.slice(0, 3)}…`;
}

function EndLink({ link, onClose }: { link: Link; onClose: () => void }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const [end] = useEndShareLinkMutation();
  return (
    <Confirm
      open
      title={t('links.endTitle', { name: nameOf(link) })}
      verb={t('links.end')}
      onClose={onClose}
      onConfirm={async () => {
        const { error } = await end(link.linkId);
        if (error) toasts.failed(faultWords(error as CallFault, t));
        else toasts.done(t('links.endDone'));
      }}
    >
      <p>{t('links.endText')}</p>
    </Confirm>
  );
}
