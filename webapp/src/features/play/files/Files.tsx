// The phone's files: breadcrumbs, a folder's list, actions for the selection, and the transfers.
import { Button, Select } from 'antd';
import { FolderPlus, RefreshCw, Upload } from 'lucide-react';
import { type DragEvent, useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '@/core/api';
import type { CallFault } from '@/core/http';
import { sendBytes } from '@/core/tus';
import { saveFile } from '@/ui/saveText';
import { EmptyState } from '@/ui/states/EmptyState';
import { FaultState } from '@/ui/states/FaultState';
import { RowSkeletons } from '@/ui/states/Skeletons';
import { usePlayContext } from '../PlayContext';
import { type SortKey, useCreateFolderMutation, useListFilesQuery } from './api';
import { ChosenBar } from './ChosenBar';
import { Crumbs } from './Crumbs';
import styles from './Files.module.css';
import { List } from './List';
import { NameEdit } from './NameEdit';
import { ROOT } from './paths';
import { arrivals, queueOf } from './queue';
import { Transfers } from './Transfers';
import { useChosen } from './useChosen';

const ICON = { size: 16, strokeWidth: 1.6, 'aria-hidden': true } as const;

export default function Files() {
  const { t } = useTranslation();
  const { phoneId, wide } = usePlayContext();
  const [path, setPath] = useState(ROOT);
  const [sort, setSort] = useState<SortKey>('name');
  const [making, setMaking] = useState(false);
  const [renaming, setRenaming] = useState<string | null>(null);
  const [over, setOver] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const { currentData, error, isFetching, refetch } = useListFilesQuery({ phoneId, path, sort });
  const queue = queueOf(phoneId, { call, sendBytes, save: saveFile });
  const transfers = useSyncExternalStore(queue.subscribe, queue.list);
  const [create] = useCreateFolderMutation();
  const chosen = useChosen(currentData?.list, path);

  // An ended upload changed its folder, so the list is asked for again.
  const came = arrivals(transfers);
  const known = useRef(came);
  useEffect(() => {
    if (came === known.current) return;
    known.current = came;
    if (came) refetch();
  }, [came, refetch]);

  const go = useCallback((to: string) => {
    setPath(to);
    setMaking(false);
    setRenaming(null);
  }, []);
  const take = (files: FileList | null) => {
    if (files) queue.upload([...files], path);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    event.stopPropagation();
    setOver(false);
    take(event.dataTransfer.files);
  };
  const dragged = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    event.stopPropagation();
    setOver(true);
  };

  const upload = (
    <Button icon={<Upload {...ICON} />} size={wide ? 'small' : 'middle'} onClick={() => field.current?.click()}>
      {t('files.upload')}
    </Button>
  );
  return (
    <div className={styles.files}>
      <Crumbs path={path} onGo={go} />
      <div className={styles.bar}>
        {upload}
        <Button
          icon={<FolderPlus {...ICON} />}
          size={wide ? 'small' : 'middle'}
          aria-label={t('files.newFolder')}
          title={t('files.newFolder')}
          onClick={() => setMaking(true)}
        />
        <Button
          icon={<RefreshCw {...ICON} className={isFetching ? 'owl-turning' : ''} />}
          size={wide ? 'small' : 'middle'}
          aria-label={t('files.refresh')}
          title={t('files.refresh')}
          onClick={() => refetch()}
        />
        <Select<SortKey>
          className={styles.sort ?? ''}
          size={wide ? 'small' : 'middle'}
          aria-label={t('files.sort')}
          value={sort}
          onChange={setSort}
          options={(['name', 'size', 'time'] as const).map((key) => ({ value: key, label: t(`files.by.${key}`) }))}
        />
        <input
          ref={field}
          type="file"
          multiple
          hidden
          data-testid="files-field"
          onChange={(event) => {
            take(event.target.files);
            event.target.value = '';
          }}
        />
      </div>
      {making ? (
        <NameEdit
          label={t('files.newFolderName')}
          onSubmit={async (name) => {
            const { error: refused } = await create({ phoneId, path, name });
            if (!refused) setMaking(false);
            return refused as CallFault | undefined;
          }}
          onCancel={() => setMaking(false)}
        />
      ) : null}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a place to drop files; the button does the same by keyboard. */}
      <div
        className={styles.place}
        data-over={over}
        onDragEnter={dragged}
        onDragOver={dragged}
        onDragLeave={(event) => {
          if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
        }}
        onDrop={drop}
      >
        {error ? (
          <FaultState title={t('files.failed')} fault={error as CallFault} onRetry={() => refetch()} />
        ) : !currentData ? (
          <RowSkeletons count={6} />
        ) : currentData.list.length === 0 ? (
          <EmptyState look="half" title={t('files.empty')} text={t(wide ? 'files.emptyText' : 'files.emptyTouch')} />
        ) : (
          <List
            entries={currentData.list}
            path={path}
            chosen={chosen}
            renaming={renaming}
            onRename={setRenaming}
            onGo={go}
            onFetch={(entries) => queue.download(entries, path)}
          />
        )}
        {currentData && currentData.more > 0 ? (
          <p className={styles.note}>{t('files.more', { n: currentData.more })}</p>
        ) : null}
        {currentData && currentData.unnameable > 0 ? (
          <p className={styles.note}>{t('files.unnameable', { count: currentData.unnameable })}</p>
        ) : null}
      </div>
      <ChosenBar
        path={path}
        chosen={chosen}
        onRename={setRenaming}
        onFetch={(entries) => queue.download(entries, path)}
      />
      <Transfers queue={queue} all={transfers} />
    </div>
  );
}
