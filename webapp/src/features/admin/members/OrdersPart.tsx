// A member's orders, the newest first.
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatTime } from '@/core/rules';
import { StateMark } from '@/features/orders/records/StateMark';
import { contentOf, typeText } from '@/features/orders/words';
import { CopyId } from '@/ui/copy/CopyId';
import type { Column } from '@/ui/list/columns';
import { Money } from '@/ui/Money';
import { type MemberOrder, useListMemberOrdersQuery } from './api';
import { PART_SIZE, Part } from './Part';

export default function OrdersPart({ memberId }: { memberId: number }) {
  const { t } = useTranslation();
  const [pageNo, setPageNo] = useState(1);
  const answer = useListMemberOrdersQuery(
    { memberId, pageNo, pageSize: PART_SIZE },
    { refetchOnMountOrArgChange: true },
  );
  const columns: Column<MemberOrder>[] = [
    { key: 'number', title: t('members.order'), width: 240, render: ({ orderNo }) => <CopyId id={orderNo} /> },
    { key: 'type', title: t('members.type'), width: 88, leaves: 2, render: ({ type }) => typeText(type, t) },
    { key: 'content', title: t('members.content'), width: 220, grows: true, render: (order) => contentOf(order, t) },
    {
      key: 'time',
      title: t('members.time'),
      width: 168,
      leaves: 1,
      render: ({ createTime }) => (
        <time className="owl-figures owl-nowrap" dateTime={new Date(createTime).toISOString()}>
          {formatTime(createTime)}
        </time>
      ),
    },
    {
      key: 'paid',
      title: t('members.paid'),
      width: 104,
      align: 'right',
      render: ({ paidFen, refundedFen }) => <Money fen={paidFen - refundedFen} />,
    },
    {
      key: 'state',
      title: t('members.status'),
      width: 112,
      phone: 'side',
      render: ({ state }) => <StateMark state={state} />,
    },
  ];
  return (
    <Part<MemberOrder>
      label={t('members.tabs.orders')}
      answer={answer}
      columns={columns}
      idOf={({ orderId }) => orderId}
      nameOf={({ orderNo }) => orderNo}
      empty={t('members.noOrders')}
      pageNo={pageNo}
      onPage={setPageNo}
    />
  );
}
