// The accounts around a member: the parent of a sub-account, or the sub-accounts of a parent.
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '@/app/paths';
import { formatTime } from '@/core/rules';
import cells from '@/ui/list/Cells.module.css';
import type { Column } from '@/ui/list/columns';
import type { Member } from './api';
import { StateOf } from './memberColumns';
import { Part } from './Part';

type Related = Member['subAccounts'][number] & { isParent: boolean };

export default function RelatedPart({ member }: { member: Member }) {
  const { t } = useTranslation();
  const parent = member.parent ? [{ ...member.parent, isParent: true }] : [];
  const list: Related[] = [...parent, ...member.subAccounts.map((each) => ({ ...each, isParent: false }))];
  const columns: Column<Related>[] = [
    {
      key: 'name',
      title: t('members.member'),
      width: 260,
      render: ({ memberId, name, phone }) => (
        <span className={cells.two}>
          <Link to={paths.member(memberId)}>{name}</Link>
          <span className="owl-figures">
            {phone} · ID {memberId}
          </span>
        </span>
      ),
    },
    {
      key: 'relation',
      title: t('members.relation'),
      width: 120,
      render: ({ isParent }) => t(isParent ? 'members.parent' : 'members.subAccount'),
    },
    {
      key: 'since',
      title: t('members.sinceWhen'),
      width: 168,
      leaves: 1,
      render: ({ isParent, sinceTime }) => (isParent || sinceTime === null ? '—' : formatTime(sinceTime)),
    },
    {
      key: 'status',
      title: t('members.status'),
      width: 96,
      phone: 'side',
      render: ({ disabled }) => <StateOf disabled={disabled} />,
    },
  ];
  const answer = { currentData: { list, total: list.length }, isFetching: false, refetch: () => {} };
  return (
    <Part<Related>
      label={t('members.tabs.related')}
      answer={answer}
      columns={columns}
      idOf={({ memberId }) => memberId}
      nameOf={({ name }) => name}
      empty={t('members.noRelated')}
      pageNo={1}
      onPage={() => {}}
    />
  );
}
