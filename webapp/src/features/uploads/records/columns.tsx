// The columns of the upload records: what was sent, how large, when, what came of it on each phone, and the one next step.
import { Button } from 'antd';
import { CircleCheck, CircleX, LoaderCircle, Package, TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { formatBytes } from '@/core/rules';
import { fileIcon } from '@/ui/fileIcons';
import type { Column } from '@/ui/list/columns';
import { TimeAgo } from '@/ui/time/TimeAgo';
import type { UploadRecord } from './api';
import styles from './Records.module.css';
import { stepOf } from './recordState';

const ICON = { size: 20, strokeWidth: 1.6, 'aria-hidden': true } as const;
/** Phones that have a block each in their order; of more the blocks share one line, those of a kind together. */
const BLOCKS_MAX = 60;
const looks = {
  executing: LoaderCircle,
  failed: CircleX,
  partialSuccess: TriangleAlert,
  success: CircleCheck,
} as const;

interface Props {
  onOpen: (record: UploadRecord) => void;
  onRetry: (record: UploadRecord) => void;
  onSend: (record: UploadRecord) => void;
}

export function useRecordColumns({ onOpen, onRetry, onSend }: Props): Column<UploadRecord>[] {
  const { t } = useTranslation();
  return [
    {
      key: 'name',
      title: t('records.name'),
      width: 220,
      fixed: true,
      render: (record) => <Name record={record} onOpen={() => onOpen(record)} />,
    },
    {
      key: 'size',
      title: t('records.size'),
      align: 'right',
      width: 96,
      leaves: 2,
      phone: 'none',
      render: ({ size }) => <span className="owl-figures">{formatBytes(size)}</span>,
    },
    {
      key: 'time',
      title: t('records.time'),
      width: 104,
      leaves: 3,
      phone: 'side',
      render: ({ createTime }) => <TimeAgo at={createTime} />,
    },
    {
      key: 'result',
      title: t('records.result'),
      width: 248,
      phone: 'bare',
      render: (record) => <Result record={record} />,
    },
    {
      key: 'step',
      title: '',
      align: 'right',
      width: 96,
      fixed: true,
      render: (record) => {
        const step = stepOf(record);
        if (step === 'retry') return <Step word={t('records.retry')} onClick={() => onRetry(record)} />;
        if (step === 'again') return <Step word={t('records.again')} onClick={() => onSend(record)} />;
        return <Step word={t('records.view')} onClick={() => onOpen(record)} />;
      },
    },
  ];
}

function Step({ word, onClick }: { word: string; onClick: () => void }) {
  return (
    <Button type="link" size="small" onClick={onClick}>
      {word}
    </Button>
  );
}

/** The first file's name, or its app's, with the number of the others; the kind below. */
function Name({ record, onOpen }: { record: UploadRecord; onOpen: () => void }) {
  const { t } = useTranslation();
  const { files, kind } = record;
  const [first] = files;
  const name = first?.app ? `${first.app.label} ${first.app.versionName}`.trim() : (first?.name ?? '');
  const Icon = kind === 'installApp' ? Package : fileIcon(first?.name ?? '');
  return (
    <div className={styles.name}>
      <Icon {...ICON} />
      <div>
        <button
          type="button"
          className="owl-plain-button"
          title={files.map((file) => file.name).join('\n')}
          onClick={onOpen}
        >
          <b>
            <bdi>{files.length > 1 ? t('records.nameMore', { name, n: files.length }) : name}</bdi>
          </b>
        </button>
        <small>{t(kind === 'installApp' ? 'records.app' : 'records.file')}</small>
      </div>
    </div>
  );
}

function Result({ record }: { record: UploadRecord }) {
  const { t } = useTranslation();
  const { outcome, success, fail, total, states, sent, size } = record;
  const Icon = looks[outcome];
  const share = size > 0 ? Math.floor((sent / (size * total)) * 100) : 0;
  const words =
    outcome === 'success'
      ? t('records.phones', { count: total })
      : outcome === 'failed'
        ? t('records.allFailed', { n: total })
        : t('records.counts', { success, fail });
  return (
    <div className={styles.result}>
      <span>
        <span className={styles.outcome} data-outcome={outcome}>
          <Icon
            size={14}
            strokeWidth={1.6}
            aria-hidden="true"
            className={outcome === 'executing' ? 'owl-turning' : undefined}
          />
          {t(`records.${outcome}`)}
        </span>{' '}
        <small>{outcome === 'executing' ? `${words} ・ ${share}%` : words}</small>
      </span>
      <span className={styles.blocks} data-many={states.length > BLOCKS_MAX} aria-hidden="true">
        {(states.length > BLOCKS_MAX ? [...states].sort() : states).map((state, nth) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the phones of a record keep their places.
          <span key={nth} data-state={state} />
        ))}
      </span>
    </div>
  );
}
