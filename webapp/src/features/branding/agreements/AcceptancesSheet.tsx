// Acceptances of a version of an agreement: by whom, and when.
import { Suspense, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CallFault } from '@/core/http';
import { formatTime } from '@/core/rules';
import { Sheet } from '@/ui/dialogs/Sheet';
import { lazyWithRetry } from '@/ui/lazyWithRetry';
import type { Column } from '@/ui/list/columns';
import type { DataTableProps } from '@/ui/list/DataTable';
import { Pager } from '@/ui/list/Pager';
import { EmptyState } from '@/ui/states/EmptyState';
import { FaultState } from '@/ui/states/FaultState';
import { RowSkeletons } from '@/ui/states/Skeletons';
import { type Acceptance, useListAcceptancesQuery, type Version } from './api';

const DataTable = lazyWithRetry<DataTableProps<Acceptance>>(() => import('@/ui/list/DataTable'));
const WIDTH_PX = 640;

interface Props {
  version: Version;
  title: string;
  onClose: () => void;
}

const idOf = ({ userId }: Acceptance) => userId;

export default function AcceptancesSheet({ version, title, onClose }: Props) {
  const { t } = useTranslation();
  const [paging, setPaging] = useState({ pageNo: 1, pageSize: 20 });
  const { data, error, refetch } = useListAcceptancesQuery(
    { id: version.id, ...paging },
    { refetchOnMountOrArgChange: true },
  );
  const nameOf = ({ phone, nickname, userId }: Acceptance) =>
    nickname || phone || t('agreements.memberId', { id: userId });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the words of a page stay.
  const columns = useMemo<Column<Acceptance>[]>(
    () => [
      { key: 'member', title: t('agreements.member'), width: 240, render: (one) => nameOf(one) },
      {
        key: 'id',
        title: 'ID',
        width: 144,
        leaves: 1,
        render: ({ userId }) => <span className="owl-figures">{userId}</span>,
      },
      {
        key: 'time',
        title: t('agreements.acceptedAt'),
        width: 176,
        phone: 'side',
        render: ({ acceptTime }) => <span className="owl-figures">{formatTime(acceptTime)}</span>,
      },
    ],
    [t],
  );
  const words = { title, n: version.version };
  return (
    <Sheet open title={t('agreements.acceptedBy', words)} width={WIDTH_PX} onClose={onClose}>
      {data && data.total === 0 ? (
        <EmptyState look="open" title={t('agreements.acceptedNone')} text={t('agreements.acceptedNoneText')} />
      ) : data ? (
        <>
          <Suspense fallback={<RowSkeletons count={data.list.length} />}>
            <DataTable
              label={t('agreements.acceptedBy', words)}
              columns={columns}
              rows={data.list}
              idOf={idOf}
              nameOf={nameOf}
            />
          </Suspense>
          <Pager
            {...paging}
            total={data.total}
            totalWords={t('agreements.acceptedTotal', { count: data.total })}
            onChange={(part) => setPaging((before) => ({ ...before, pageNo: 1, ...part }))}
          />
        </>
      ) : error ? (
        <FaultState title={t('agreements.acceptedFailed')} fault={error as CallFault} onRetry={refetch} />
      ) : (
        <RowSkeletons count={6} />
      )}
    </Sheet>
  );
}
