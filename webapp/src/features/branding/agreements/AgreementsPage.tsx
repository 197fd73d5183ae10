// The operator's agreements: every version with its state and how many accepted it; drafts are written and published here.

import { Button, Dropdown } from 'antd';
import { Plus } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CallFault } from '@/core/http';
import { agreementLimits, formatTime } from '@/core/rules';
import { locale } from '@/core/storage';
import { usePageTitle } from '@/shell/usePageTitle';
import { useAlerts } from '@/ui/announce/Announcer';
import { useToasts } from '@/ui/announce/Toasts';
import { lazyWithRetry } from '@/ui/lazyWithRetry';
import cells from '@/ui/list/Cells.module.css';
import type { Column } from '@/ui/list/columns';
import { RowLink } from '@/ui/list/RowLink';
import { TablePage } from '@/ui/list/TablePage';
import { listCodec, useUrlState } from '@/ui/list/urlState';
import { Gate } from '@/ui/rights/Gate';
import { faultWords } from '@/ui/states/faultWords';
import styles from './Agreements.module.css';
import { type AgreementKind, useListAgreementsQuery, usePublishAgreementMutation, type Version } from './api';

const AgreementEditor = lazyWithRetry(() => import('./AgreementEditor'), 'over');
const AgreementSheet = lazyWithRetry(() => import('./AgreementSheet'), 'over');
const AcceptancesSheet = lazyWithRetry(() => import('./AcceptancesSheet'), 'over');

type Opened = { what: 'edit'; kind: AgreementKind } | { what: 'text' | 'accepted'; version: Version };

const idOf = ({ id }: Version) => id;
const nameOf = (one: Version) => (locale.get() === 'en-US' ? one.titleEn : one.titleZh);
const stateOf = (one: Version) => (one.publishTime === null ? 'draft' : one.inForce ? 'inForce' : 'old');

export default function AgreementsPage() {
  const { t } = useTranslation();
  const heading = usePageTitle(t('pages.agreements'));
  const codec = useMemo(() => listCodec<object>({}), []);
  const [{ pageNo, pageSize }, change] = useUrlState(codec);
  const answer = useListAgreementsQuery({ pageNo, pageSize }, { refetchOnMountOrArgChange: true });
  const [opened, setOpened] = useState<Opened | null>(null);
  const columns = useColumns(setOpened);
  const kinds = agreementLimits().kinds as AgreementKind[];
  const close = () => setOpened(null);
  return (
    <TablePage<Version>
      title={t('pages.agreements')}
      heading={heading}
      facts={null}
      actions={
        <Gate operation="save_agreement">
          <Dropdown
            trigger={['click']}
            menu={{
              items: kinds.map((kind) => ({
                key: kind,
                label: t(`agreements.name.${kind}`),
                onClick: () => setOpened({ what: 'edit', kind }),
              })),
            }}
          >
            <Button type="primary" icon={<Plus size={16} strokeWidth={1.6} />}>
              {t('agreements.write')}
            </Button>
          </Dropdown>
        </Gate>
      }
      answer={answer}
      failed={t('agreements.failed')}
      empty={{ look: 'open', title: t('agreements.empty'), text: t('agreements.emptyText') }}
      paging={{ pageNo, pageSize }}
      onChange={change}
      totalWords={(count) => t('agreements.total', { count })}
      columns={columns}
      idOf={idOf}
      nameOf={nameOf}
      over={
        opened === null ? null : opened.what === 'edit' ? (
          <AgreementEditor kind={opened.kind} onClose={close} />
        ) : opened.what === 'text' ? (
          <AgreementSheet
            open
            kind={opened.version.kind as AgreementKind}
            version={opened.version.version}
            onClose={close}
          />
        ) : (
          <AcceptancesSheet version={opened.version} title={nameOf(opened.version)} onClose={close} />
        )
      }
    />
  );
}

function useColumns(onOpen: (opened: Opened) => void): Column<Version>[] {
  const { t } = useTranslation();
  return useMemo(
    () => [
      {
        key: 'agreement',
        title: t('agreements.agreement'),
        width: 240,
        render: (one) => (
          <span className={cells.two}>
            {nameOf(one)}
            <span>{t(`agreements.kind.${one.kind as AgreementKind}`)}</span>
          </span>
        ),
      },
      {
        key: 'version',
        title: t('agreements.version'),
        width: 112,
        render: ({ version }) => <span className="owl-figures">{t('agreements.number', { n: version })}</span>,
      },
      {
        key: 'state',
        title: t('agreements.status'),
        width: 112,
        phone: 'side',
        render: (one) => (
          <span className={styles.state} data-state={stateOf(one)}>
            {t(`agreements.states.${stateOf(one)}`)}
          </span>
        ),
      },
      {
        key: 'time',
        title: t('agreements.publishedAt'),
        width: 176,
        leaves: 1,
        render: ({ publishTime }) => (
          <span className={`${cells.second} owl-figures`}>
            {publishTime === null ? '—' : publishTime === 0 ? t('agreements.since') : formatTime(publishTime)}
          </span>
        ),
      },
      {
        key: 'accepted',
        title: t('agreements.accepted'),
        width: 112,
        render: (one) =>
          one.publishTime === null ? (
            '—'
          ) : (
            <RowLink
              label={String(one.accepted)}
              className="owl-figures"
              name={t('agreements.showAccepted', { title: nameOf(one), n: one.version })}
              onClick={() => onOpen({ what: 'accepted', version: one })}
            />
          ),
      },
      { key: 'actions', title: '', width: 176, render: (one) => <Actions one={one} onOpen={onOpen} /> },
    ],
    [t, onOpen],
  );
}

function Actions({ one, onOpen }: { one: Version; onOpen: (opened: Opened) => void }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const alerts = useAlerts();
  const [publish] = usePublishAgreementMutation();
  const words = { title: nameOf(one), n: one.version };
  if (one.publishTime !== null) {
    return (
      <RowLink
        label={t('agreements.show')}
        name={t('agreements.showName', words)}
        onClick={() => onOpen({ what: 'text', version: one })}
      />
    );
  }
  const onPublish = () =>
    alerts.confirm({
      title: t('agreements.publishTitle', words),
      content: t('agreements.publishText'),
      okText: t('agreements.publish'),
      cancelText: t('common.cancel'),
      onOk: async () => {
        const { error } = await publish(one.id);
        if (error) toasts.failed(faultWords(error as CallFault, t));
        else toasts.done(t('agreements.published'));
      },
    });
  return (
    <Gate operation="save_agreement">
      <span className={cells.actions}>
        <RowLink
          label={t('agreements.edit')}
          name={t('agreements.editName', words)}
          onClick={() => onOpen({ what: 'edit', kind: one.kind as AgreementKind })}
        />
        <RowLink label={t('agreements.publish')} name={t('agreements.publishName', words)} onClick={onPublish} />
      </span>
    </Gate>
  );
}
