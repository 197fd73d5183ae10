// Accounts of members and operators: found, made, changed, disabled, deleted, taken away and brought in a table.
import { Button, Segmented } from 'antd';
import { Plus, Upload } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePageTitle } from '@/shell/usePageTitle';
import { Gate } from '@/ui/Gate';
import { later } from '@/ui/later';
import { SearchField } from '@/ui/list/SearchField';
import { TablePage } from '@/ui/list/TablePage';
import { listCodec, oneOf, textFilter, useUrlState } from '@/ui/list/urlState';
import styles from '../Admin.module.css';
import { ExportButton } from '../ExportButton';
import { type User, useListUsersQuery } from './api';
import { nameOf, useUserColumns } from './userColumns';

const UserDialog = later(() => import('./UserDialog'), 'over');
const PasswordDialog = later(() => import('./ResetDialog'), 'over');
const OutDialog = later(() => import('./OutDialog'), 'over');
const ImportDialog = later(() => import('./ImportDialog'), 'over');

/** What is open over the list. */
export type Opened =
  | { what: 'add' }
  | { what: 'import' }
  | { what: 'change' | 'password' | 'disable' | 'delete'; user: User };

const shows = ['members', 'operators', 'disabled'] as const;
const asked = {
  all: {},
  members: { roleId: '1' },
  operators: { roleId: '2' },
  disabled: { status: '1' },
} as const;

const codec = listCodec({
  q: textFilter(),
  show: oneOf('all', ...shows),
  sort: oneOf('createTime', 'loginDate'),
  order: oneOf('desc', 'asc'),
});

export default function UsersPage() {
  const { t } = useTranslation();
  const heading = usePageTitle(t('pages.users'));
  const [{ q, show, sort, order, pageNo, pageSize }, change] = useUrlState(codec);
  const keyword = q.trim();
  const filter = { ...(keyword ? { keyword } : {}), ...asked[show], orderByColumn: sort, isAsc: order };
  const fresh = { refetchOnMountOrArgChange: true };
  const answer = useListUsersQuery({ pageNum: pageNo, pageSize, ...filter }, fresh);
  const { currentData } = answer;
  const { data: out } = useListUsersQuery({ pageNum: 1, pageSize: 1, status: '1' }, fresh);
  const [opened, setOpened] = useState<Opened | null>(null);
  const close = () => setOpened(null);
  const columns = useUserColumns(setOpened);
  const totalWords = (count: number) => t('users.total', { count });
  return (
    <TablePage<User>
      title={t('pages.users')}
      heading={heading}
      facts={
        currentData ? (
          <span className={styles.facts}>
            <span>{totalWords(currentData.total)}</span>
            {out ? <span>{t('users.disabledTotal', { n: out.total })}</span> : null}
          </span>
        ) : null
      }
      actions={
        <>
          <ExportButton operation="export_users" query={filter} />
          <Gate operation="import_users">
            <Button icon={<Upload size={16} strokeWidth={1.6} />} onClick={() => setOpened({ what: 'import' })}>
              {t('users.import')}
            </Button>
          </Gate>
          <Gate operation="create_user">
            <Button
              type="primary"
              icon={<Plus size={16} strokeWidth={1.6} />}
              onClick={() => setOpened({ what: 'add' })}
            >
              {t('users.add')}
            </Button>
          </Gate>
        </>
      }
      filters={
        <>
          <SearchField value={q} placeholder={t('users.search')} onSearch={(next) => change({ q: next })} />
          <Segmented<typeof show>
            aria-label={t('users.filter')}
            value={show}
            onChange={(next) => change({ show: next })}
            options={(['all', ...shows] as const).map((value) => ({ value, label: t(`users.shows.${value}`) }))}
          />
        </>
      }
      answer={answer}
      failed={t('users.failed')}
      empty={{ look: 'open', title: t('users.empty'), text: t('users.emptyText') }}
      unmatched={
        keyword || show !== 'all'
          ? {
              title: t('users.noMatch'),
              text: t('admin.noMatchText'),
              step: { label: t('admin.clearFilters'), onClick: () => change({ q: '', show: 'all' }) },
            }
          : undefined
      }
      paging={{ pageNo, pageSize }}
      onChange={change}
      totalWords={totalWords}
      columns={columns}
      idOf={({ userId }) => userId}
      nameOf={nameOf}
      sort={{
        by: sort,
        order,
        onChange: (by, next) => change({ sort: by === 'loginDate' ? 'loginDate' : 'createTime', order: next }),
      }}
      over={
        opened === null ? null : opened.what === 'import' ? (
          <ImportDialog onClose={close} />
        ) : opened.what === 'add' ? (
          <UserDialog onClose={close} />
        ) : opened.what === 'change' ? (
          <UserDialog user={opened.user} onClose={close} />
        ) : opened.what === 'password' ? (
          <PasswordDialog user={opened.user} onClose={close} />
        ) : (
          <OutDialog user={opened.user} deletes={opened.what === 'delete'} onClose={close} />
        )
      }
    />
  );
}
