// Members, and operators beside them: found, made, taken away and brought in a table; each leads to a page of its own.
import { Button, Segmented } from 'antd';
import { Plus, Upload } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import { paths } from '@/app/paths';
import { withWords } from '@/i18n';
import { usePageTitle } from '@/shell/usePageTitle';
import { lazyWithRetry } from '@/ui/lazyWithRetry';
import { SearchField } from '@/ui/list/SearchField';
import { TablePage } from '@/ui/list/TablePage';
import { listCodec, oneOf, textFilter, useUrlState } from '@/ui/list/urlState';
import { Gate } from '@/ui/rights/Gate';
import styles from '../Admin.module.css';
import { ExportButton } from '../ExportButton';
import { type MemberRow, type Show, useListMembersQuery } from './api';
import { type MemberAction, MemberDialogs } from './MemberDialogs';
import { useMemberColumns } from './memberColumns';
import { nameOf } from './names';

const MemberPage = lazyWithRetry<{ memberId: number }>(() => import('./MemberPage'));
const UserDialog = lazyWithRetry(() => withWords(['auth', 'entry'], () => import('../users/UserDialog')), 'over');
const ImportDialog = lazyWithRetry(() => import('../users/ImportDialog'), 'over');

const shows = ['withPhones', 'subAccounts', 'disabled', 'operators'] as const satisfies readonly Show[];
const sorts = ['signedIn', 'points'] as const;

const codec = listCodec({
  q: textFilter(),
  show: oneOf('all', ...shows),
  sort: oneOf('created', ...sorts),
  order: oneOf('desc', 'asc'),
});

/** The list, or the page of the member that the address names. */
export default function MembersPage() {
  const [query] = useSearchParams();
  const id = query.get('id');
  return id === null ? <List /> : <MemberPage key={id} memberId={Number(id)} />;
}

function List() {
  const { t } = useTranslation();
  const heading = usePageTitle(t('pages.members'));
  const navigate = useNavigate();
  const [{ q, show, sort, order, pageNo, pageSize }, change] = useUrlState(codec);
  const keyword = q.trim();
  const filter = {
    ...(keyword ? { keyword } : {}),
    ...(show === 'all' ? {} : { show }),
    sort,
    ...(order === 'asc' ? { ascending: 'true' } : {}),
  };
  const answer = useListMembersQuery({ pageNo, pageSize, ...filter }, { refetchOnMountOrArgChange: true });
  const { data } = answer;
  const [opened, setOpened] = useState<'add' | 'import' | MemberAction | null>(null);
  const close = () => setOpened(null);
  const columns = useMemberColumns(setOpened);
  const countOf = (of: Show) => data?.counts.find((each) => each.show === of)?.count;
  const totalWords = (count: number) => t('members.total', { count });
  return (
    <TablePage<MemberRow>
      title={t('pages.members')}
      heading={heading}
      facts={
        data ? (
          <span className={styles.facts}>
            <span>{totalWords(countOf('all') ?? 0)}</span>
            <span>{t('members.disabledTotal', { n: countOf('disabled') })}</span>
          </span>
        ) : null
      }
      actions={
        <>
          <ExportButton operation="export_members" query={filter} />
          <Gate operation="import_users">
            <Button icon={<Upload size={16} strokeWidth={1.6} />} onClick={() => setOpened('import')}>
              {t('users.import')}
            </Button>
          </Gate>
          <Gate operation="create_user">
            <Button type="primary" icon={<Plus size={16} strokeWidth={1.6} />} onClick={() => setOpened('add')}>
              {t('members.add')}
            </Button>
          </Gate>
        </>
      }
      filters={
        <>
          <SearchField value={q} placeholder={t('members.search')} onSearch={(next) => change({ q: next })} />
          <Segmented<typeof show>
            className={styles.shows ?? ''}
            aria-label={t('members.filter')}
            value={show}
            onChange={(next) => change({ show: next })}
            options={(['all', ...shows] as const).map((value) => ({
              value,
              label: `${t(`members.shows.${value}`)} ${countOf(value)?.toLocaleString('en-US') ?? ''}`.trim(),
            }))}
          />
        </>
      }
      answer={answer}
      failed={t('members.failed')}
      empty={{ look: 'open', title: t('members.empty'), text: t('members.emptyText') }}
      unmatched={
        keyword || show !== 'all'
          ? {
              title: t('members.noMatch'),
              text: t('admin.noMatchText'),
              step: { label: t('admin.clearFilters'), onClick: () => change({ q: '', show: 'all' }) },
            }
          : undefined
      }
      paging={{ pageNo, pageSize }}
      onChange={change}
      totalWords={totalWords}
      columns={columns}
      idOf={({ memberId }) => memberId}
      nameOf={nameOf}
      onOpen={({ memberId }) => void navigate(paths.member(memberId))}
      sort={{
        by: sort,
        order,
        onChange: (by, next) => change({ sort: sorts.find((each) => each === by) ?? 'created', order: next }),
      }}
      over={
        opened === null ? null : opened === 'import' ? (
          <ImportDialog onClose={close} />
        ) : opened === 'add' ? (
          <UserDialog onClose={close} />
        ) : (
          <MemberDialogs action={opened} onClose={close} />
        )
      }
    />
  );
}
