// Audit records by a member and about it; the audit itself filters and exports them.
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '@/app/paths';
import cells from '@/ui/list/Cells.module.css';
import type { Column } from '@/ui/list/columns';
import { type Recorded, useListAuditQuery } from '../audit/api';
import styles from './Members.module.css';
import { PART_SIZE, Part } from './Part';

export default function DonePart({ memberId }: { memberId: number }) {
  const { t } = useTranslation();
  const [pageNo, setPageNo] = useState(1);
  const { currentData, ...answer } = useListAuditQuery(
    { pageNum: pageNo, pageSize: PART_SIZE, keyword: String(memberId) },
    { refetchOnMountOrArgChange: true },
  );
  const columns: Column<Recorded>[] = [
    {
      key: 'time',
      title: t('members.time'),
      width: 176,
      render: (one) => <span className="owl-figures">{one.createTime}</span>,
    },
    {
      key: 'what',
      title: t('members.what'),
      width: 260,
      grows: true,
      render: ({ kindName, detail }) => (
        <span className={cells.two}>
          <strong>{kindName}</strong>
          {detail ? <span>{detail}</span> : null}
        </span>
      ),
    },
    {
      key: 'object',
      title: t('members.object'),
      width: 200,
      leaves: 1,
      render: (one) => <span className="owl-mono">{one.object}</span>,
    },
    { key: 'who', title: t('members.who'), width: 144, leaves: 2, render: (one) => one.userName || '—' },
    {
      key: 'address',
      title: t('members.address'),
      width: 144,
      leaves: 3,
      render: (one) => <span className="owl-mono">{one.address || '—'}</span>,
    },
  ];
  return (
    <Part<Recorded>
      label={t('members.tabs.done')}
      answer={{ ...answer, currentData: currentData && { list: currentData.rows, total: currentData.total } }}
      columns={columns}
      idOf={({ auditId }) => auditId}
      nameOf={({ kindName }) => kindName}
      empty={t('members.noDone')}
      pageNo={pageNo}
      onPage={setPageNo}
      above={
        <Link className={styles.end ?? ''} to={`${paths.audit}?q=${memberId}`}>
          {t('members.allDone')}
        </Link>
      }
    />
  );
}
