// Cloud files to choose from or to manage: found by name and kind, a page at a time. What stands at the end of a row is the caller's.

import { Input, Pagination } from 'antd';
import { File as FileIcon, Package, Search } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CallFault } from '@/core/http';
import { formatBytes } from '@/core/rules';
import { EmptyState } from '@/ui/EmptyState';
import { FaultState } from '@/ui/FaultState';
import { FilterChips } from '@/ui/list/FilterChips';
import { useTypedSearch } from '@/ui/list/useTypedSearch';
import { RowSkeletons } from '@/ui/Skeletons';
import { TimeAgo } from '@/ui/TimeAgo';
import push from '../Push.module.css';
import { type CloudFile, nameOf, useListCloudFilesQuery } from './api';
import styles from './Cloud.module.css';

const PAGE_SIZE = 20;
const ICON = { strokeWidth: 1.6, 'aria-hidden': true } as const;
const kinds = ['all', 'app', 'file'] as const;
type Kind = (typeof kinds)[number];

interface Props {
  /** Only apps: there is nothing to choose between. */
  apps?: boolean;
  /** Before the row: a tick. */
  before?: (file: CloudFile) => ReactNode;
  /** After it: what can be done. */
  after?: (file: CloudFile) => ReactNode;
}

export function CloudList({ apps = false, before, after }: Props) {
  const { t } = useTranslation();
  const [kind, setKind] = useState<Kind>('all');
  const [keyword, setKeyword] = useState('');
  const [pageNo, setPageNo] = useState(1);
  const { draft, setDraft, search } = useTypedSearch(keyword, (words) => {
    setKeyword(words);
    setPageNo(1);
  });
  const asked = apps ? 'app' : kind;
  const words = keyword.trim();
  const { currentData, error, isFetching, refetch } = useListCloudFilesQuery(
    { pageNo, pageSize: PAGE_SIZE, ...(asked === 'all' ? {} : { kind: asked }), ...(words ? { keyword: words } : {}) },
    { refetchOnMountOrArgChange: true },
  );
  const rows = () => {
    if (error && !isFetching)
      return <FaultState title={t('cloud.failed')} fault={error as CallFault} onRetry={() => void refetch()} />;
    if (!currentData) return <RowSkeletons count={4} />;
    const { list, total } = currentData;
    if (list.length === 0 && total > 0) return <RowSkeletons count={4} />;
    if (list.length === 0)
      return words || asked !== 'all' ? (
        <EmptyState look="half" title={t(apps && !words ? 'cloud.noApps' : 'cloud.noMatch')} />
      ) : (
        <EmptyState look="shut" title={t('cloud.empty')} text={t('cloud.emptyText', { count: currentData.keptDays })} />
      );
    return (
      <ul className={push.files} aria-label={t('cloud.title')}>
        {list.map((file) => (
          <li key={file.uploadId} className={`${push.file} ${styles.row}`}>
            {before?.(file)}
            <Facts file={file} />
            {after?.(file)}
          </li>
        ))}
      </ul>
    );
  };
  const total = currentData?.total ?? 0;
  return (
    <div className={styles.list}>
      <div className={styles.filters}>
        <Input
          allowClear
          prefix={<Search size={16} {...ICON} />}
          placeholder={t('cloud.search')}
          aria-label={t('cloud.search')}
          maxLength={64}
          value={draft}
          onChange={({ target }) => setDraft(target.value)}
          onPressEnter={() => search(draft)}
        />
        {apps ? null : (
          <Kinds
            value={kind}
            onChange={(next) => {
              setKind(next);
              setPageNo(1);
            }}
          />
        )}
      </div>
      {rows()}
      {total > PAGE_SIZE ? (
        <Pagination
          size="small"
          align="end"
          current={pageNo}
          pageSize={PAGE_SIZE}
          total={total}
          showSizeChanger={false}
          onChange={setPageNo}
        />
      ) : null}
    </div>
  );
}

function Kinds({ value, onChange }: { value: Kind; onChange: (kind: Kind) => void }) {
  const { t } = useTranslation();
  return (
    <FilterChips<Kind>
      label={t('cloud.kind')}
      value={value}
      chips={kinds.map((kind) => ({ value: kind, label: t(`cloud.kind_${kind}`) }))}
      onChange={onChange}
    />
  );
}

function Facts({ file }: { file: CloudFile }) {
  const { t } = useTranslation();
  const { app, icon, name, size, readyTime } = file;
  return (
    <>
      <span className={push.icon}>
        {icon ? <img src={icon} alt="" /> : app ? <Package size={22} {...ICON} /> : <FileIcon size={22} {...ICON} />}
      </span>
      <div className={push.about}>
        <b className={push.name} title={name}>
          <bdi>{nameOf(file)}</bdi>
        </b>
        <span className={push.facts}>
          {app ? `${t('cloud.app')} ・ ` : null}
          <span className="owl-figures">{formatBytes(size)}</span>
          {readyTime === null ? null : (
            <>
              {' ・ '}
              <TimeAgo at={readyTime} />
            </>
          )}
        </span>
      </div>
    </>
  );
}
