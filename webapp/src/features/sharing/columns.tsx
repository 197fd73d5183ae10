// The columns of authorizations, by me and to me.

import { Check, TriangleAlert, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { formatTime } from '@/core/rules';
import { useStatusWords } from '@/core/statusWords';
import { StillPicture } from '@/features/phones/pictures/Deck';
import { CopyId } from '@/ui/copy/CopyId';
import cells from '@/ui/list/Cells.module.css';
import type { Column } from '@/ui/list/columns';
import { RowLink } from '@/ui/list/RowLink';
import { lookOfStatus, RUNNING } from '@/ui/phone/statusLook';
import { Thumb } from '@/ui/phone/Thumb';
import { RemainingTime } from '@/ui/time/RemainingTime';
import type { Direction, Grant } from './api';
import styles from './Sharing.module.css';

export interface GrantActions {
  onUntag: (grant: Grant, tag: { id: number; name: string }) => void;
  onEnd: (grants: readonly Grant[]) => void;
  onChange: (grant: Grant) => void;
  onActivity: (grant: Grant) => void;
}

export function useGrantColumns(direction: Direction, actions: GrantActions): Column<Grant>[] {
  const { t } = useTranslation();
  const byMe = direction === 'byMe';
  return [
    {
      key: 'owlId',
      title: t('sharing.owlId'),
      width: 124,
      leaves: 3,
      phone: 'none',
      render: ({ owlId }) => <CopyId id={owlId} />,
    },
    {
      key: 'name',
      title: t('sharing.name'),
      width: 150,
      grows: true,
      fixed: true,
      render: (grant) => <Name grant={grant} onUntag={actions.onUntag} />,
    },
    {
      key: 'account',
      title: t(byMe ? 'sharing.givenTo' : 'sharing.givenBy'),
      width: 112,
      render: ({ subMemberPhone, memberPhone }) => (
        <span className="owl-figures">{subMemberPhone ?? memberPhone ?? ''}</span>
      ),
    },
    {
      key: 'level',
      title: t('sharing.level'),
      width: 100,
      render: ({ accredit, accreditType }) =>
        accredit === null ? null : (
          <span data-quiet={accreditType !== 2} className={styles.level}>
            {t(accreditType === 2 ? 'sharing.operate' : 'sharing.view')}
          </span>
        ),
    },
    {
      key: 'created',
      title: t('sharing.givenAt'),
      width: 148,
      leaves: 2,
      phone: 'none',
      render: ({ createTime }) => <Moment at={createTime} />,
    },
    {
      key: 'expires',
      title: t('sharing.validUntil'),
      width: 148,
      render: ({ expireTime }) => (
        <span className={styles.two}>
          <Moment at={expireTime} />
          <RemainingTime until={expireTime} />
        </span>
      ),
    },
    {
      key: 'status',
      title: t('sharing.status'),
      width: 92,
      phone: 'side',
      render: (grant) => <Status grant={grant} />,
    },
    {
      key: 'actions',
      title: t('sharing.actions'),
      width: byMe ? 204 : 72,
      fixed: true,
      render: (grant) => (
        <span className={cells.close}>
          {byMe ? (
            <>
              <RowLink label={t('sharing.activity')} onClick={() => actions.onActivity(grant)} />
              <RowLink label={t('sharing.change')} onClick={() => actions.onChange(grant)} />
            </>
          ) : null}
          <RowLink label={t(byMe ? 'sharing.recall' : 'sharing.leave')} danger onClick={() => actions.onEnd([grant])} />
        </span>
      ),
    },
  ];
}

function Name({ grant, onUntag }: { grant: Grant } & Pick<GrantActions, 'onUntag'>) {
  const { t } = useTranslation();
  return (
    <span className={styles.name}>
      <Thumb>
        <StillPicture phoneId={grant.phoneId} />
      </Thumb>
      <b>{grant.phoneAlias || grant.owlId}</b>
      {grant.phoneTags.map((tag) => (
        <span key={tag.id} className={styles.tag}>
          #{tag.name}
          <button
            type="button"
            className="owl-plain-button"
            aria-label={t('sharing.untagName', { name: tag.name })}
            onClick={() => onUntag(grant, tag)}
          >
            <X size={12} strokeWidth={1.6} aria-hidden="true" />
          </button>
        </span>
      ))}
    </span>
  );
}

function Moment({ at }: { at: number }) {
  return (
    <time className="owl-figures owl-nowrap" dateTime={new Date(at).toISOString()}>
      {formatTime(at)}
    </time>
  );
}

/** A phone that runs is well; any other status stands out. */
function Status({ grant: { businessStatus: code, power, createTime } }: { grant: Grant }) {
  const { t } = useTranslation();
  const { view } = lookOfStatus({ code, power, since: createTime }, useStatusWords());
  const well = code === RUNNING && power === 'on';
  const Icon = well ? Check : TriangleAlert;
  return (
    <span className={styles.status} data-well={well}>
      <Icon size={14} strokeWidth={1.6} aria-hidden="true" />
      {well ? t('sharing.normal') : view.label}
    </span>
  );
}
