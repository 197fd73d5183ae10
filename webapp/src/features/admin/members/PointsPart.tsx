// Changes of a member's points with the balance after each, as the member sees them.
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePointColumns } from '@/features/points/pointColumns';
import { type PointChange, useListMemberPointsQuery } from './api';
import { PART_SIZE, Part } from './Part';

export default function PointsPart({ memberId }: { memberId: number }) {
  const { t } = useTranslation();
  const [pageNo, setPageNo] = useState(1);
  const columns = usePointColumns();
  const answer = useListMemberPointsQuery(
    { memberId, pageNo, pageSize: PART_SIZE },
    { refetchOnMountOrArgChange: true },
  );
  return (
    <Part<PointChange>
      label={t('members.tabs.points')}
      answer={answer}
      columns={columns}
      idOf={({ id }) => id}
      nameOf={({ description }) => description}
      empty={t('members.noPoints')}
      pageNo={pageNo}
      onPage={setPageNo}
    />
  );
}
