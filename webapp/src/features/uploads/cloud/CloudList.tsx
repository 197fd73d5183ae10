// Cloud files to choose from or to manage: found by name and kind, a page at a time. What stands at the end of a row is the caller's.
import { File as FileIcon, Film, Package } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatBytes } from '@/core/rules';
import { FilterChips } from '@/ui/list/FilterChips';
import { SHORT_PAGE, ShortList, type ShortQuestion } from '@/ui/list/ShortList';
import { EmptyState } from '@/ui/states/EmptyState';
import { TimeAgo } from '@/ui/time/TimeAgo';
import push from '../Push.module.css';
import { type CloudFile, nameOf, useListCloudFilesQuery } from './api';
import styles from './Cloud.module.css';

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
  /** Under its facts: what speaks against it. */
  note?: (file: CloudFile) => ReactNode;
}

export function CloudList({ apps = false, before, after, note }: Props) {
  const { t } = useTranslation();
  const [kind, setKind] = useState<Kind>('all');
  const [question, setQuestion] = useState<ShortQuestion>({ pageNo: 1, keyword: '' });
  const asked = apps ? 'app' : kind;
  const words = question.keyword.trim();
  const { currentData, error, isFetching, refetch } = useListCloudFilesQuery(
    {
      pageNo: question.pageNo,
      pageSize: SHORT_PAGE,
      ...(asked === 'all' ? {} : { kind: asked }),
      ...(words ? { keyword: words } : {}),
    },
    { refetchOnMountOrArgChange: true },
  );
  return (
    <ShortList<CloudFile>
      question={question}
      onChange={setQuestion}
      search={t('cloud.search')}
      filters={
        apps ? null : (
          <Kinds
            value={kind}
            onChange={(next) => {
              setKind(next);
              setQuestion({ ...question, pageNo: 1 });
            }}
          />
        )
      }
      page={currentData}
      error={error}
      fetching={isFetching}
      onRetry={() => void refetch()}
      failed={t('cloud.failed')}
      empty={
        words || asked !== 'all' ? (
          <EmptyState look="half" title={t(apps && !words ? 'cloud.noApps' : 'cloud.noMatch')} />
        ) : (
          <EmptyState
            look="shut"
            title={t('cloud.empty')}
            text={t('cloud.emptyText', { count: currentData?.keptDays ?? 0 })}
          />
        )
      }
    >
      {(files) => (
        <ul className={push.files} aria-label={t('cloud.title')}>
          {files.map((file) => (
            <li key={file.uploadId} className={`${push.file} ${styles.row}`}>
              {before?.(file)}
              <Facts file={file} note={note?.(file)} />
              {after?.(file)}
            </li>
          ))}
        </ul>
      )}
    </ShortList>
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

function Facts({ file, note }: { file: CloudFile; note: ReactNode }) {
  const { t } = useTranslation();
  const { app, icon, kind, name, size, readyTime } = file;
  const Plain = kind === 'video' ? Film : FileIcon;
  return (
    <>
      <span className={push.icon}>
        {icon ? <img src={icon} alt="" /> : app ? <Package size={22} {...ICON} /> : <Plain size={22} {...ICON} />}
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
        {note}
      </div>
    </>
  );
}
