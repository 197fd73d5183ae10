// A member's phones, those that end first before the others.
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyId } from '@/ui/copy/CopyId';
import cells from '@/ui/list/Cells.module.css';
import type { Column } from '@/ui/list/columns';
import { StatusTag } from '@/ui/phone/StatusTag';
import { Lease } from '@/ui/time/RemainingTime';
import { type MemberPhone, useListMemberPhonesQuery } from './api';
import { PART_SIZE, Part } from './Part';

const nameOf = ({ alias, owlId }: MemberPhone) => alias || owlId;

export default function PhonesPart({ memberId }: { memberId: number }) {
  const { t } = useTranslation();
  const [pageNo, setPageNo] = useState(1);
  const answer = useListMemberPhonesQuery(
    { memberId, pageNo, pageSize: PART_SIZE },
    { refetchOnMountOrArgChange: true },
  );
  const columns: Column<MemberPhone>[] = [
    {
      key: 'name',
      title: t('members.phone'),
      width: 240,
      render: (phone) => (
        <span className={cells.two}>
          <strong>{nameOf(phone)}</strong>
          <CopyId id={phone.owlId} />
        </span>
      ),
    },
    {
      key: 'configuration',
      title: t('members.configuration'),
      width: 160,
      leaves: 1,
      render: (one) => one.configuration,
    },
    {
      key: 'status',
      title: t('members.status'),
      width: 144,
      phone: 'side',
      render: ({ status, powerOn, statusSince }) => (
        <StatusTag plain code={status} power={powerOn ? 'on' : 'off'} since={statusSince} />
      ),
    },
    { key: 'ends', title: t('members.ends'), width: 184, render: ({ expireTime }) => <Lease until={expireTime} /> },
  ];
  return (
    <Part<MemberPhone>
      label={t('members.tabs.phones')}
      answer={answer}
      columns={columns}
      idOf={({ phoneId }) => phoneId}
      nameOf={nameOf}
      empty={t('members.noPhones')}
      pageNo={pageNo}
      onPage={setPageNo}
    />
  );
}
