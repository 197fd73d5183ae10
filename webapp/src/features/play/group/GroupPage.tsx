// Page of a group control: one phone is played and the others get its inputs. The address names the phones; an invalid set is explained, with a link back.
import { Button } from 'antd';
import { type ReactNode, useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import { paths } from '@/app/paths';
import { constants } from '@/core/rules';
import { usePageTitle } from '@/shell/usePageTitle';
import { EmptyState } from '@/ui/states/EmptyState';
import { FaultState } from '@/ui/states/FaultState';
import { CardSkeletons } from '@/ui/states/Skeletons';
import { GroupControl } from './GroupControl';
import styles from './GroupPage.module.css';
import { countFault, masterOf, readGroupAddress } from './groupAddress';
import { useGroupPhones } from './useGroupPhones';

const SKELETONS = 12;

export default function GroupPage() {
  const { t } = useTranslation();
  const [query] = useSearchParams();
  const { ids, master } = readGroupAddress(query);
  const { groupMin: min, groupMax: max } = constants();
  switch (countFault(ids.length)) {
    case 'none':
      return <NoGroup title={t('group.noPhones')} text={t('group.noPhonesText', { min, max })} />;
    case 'few':
      return <NoGroup title={t('group.tooFew', { min })} text={t('group.noPhonesText', { min, max })} />;
    case 'many':
      return <NoGroup title={t('group.tooMany', { max })} text={t('group.tooManyText', { n: ids.length })} />;
    case null:
      // The key makes another set of phones another group.
      return <RequestedGroup key={ids.join()} ids={ids} master={master} />;
  }
}

function RequestedGroup({ ids: asked, master: wanted }: { ids: readonly number[]; master: number | null }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const set = asked.join();
  const ids = useMemo(() => set.split(',').map(Number), [set]);
  const { phones, missing, mine, fault, fetching, refetch } = useGroupPhones(ids);
  const chooseMaster = useCallback(
    (phoneId: number) => void navigate(paths.group(ids, phoneId), { replace: true }),
    [navigate, ids],
  );
  if (fault && !fetching) return <FaultState title={t('group.failed')} fault={fault} onRetry={refetch} />;
  if (!phones) return <CardSkeletons count={SKELETONS} className={styles.waiting} />;
  const master = masterOf(phones, wanted);
  const left = ids.filter((id) => mine.includes(id));
  const withoutOthers = () => {
    const next = masterOf(
      phones.filter(({ phoneId }) => left.includes(phoneId)),
      master?.phoneId ?? null,
    );
    void navigate(paths.group(left, next?.phoneId ?? 0), { replace: true });
  };
  if (missing > 0 || !master) {
    return (
      <NoGroup title={t('group.notMine', { count: missing })} text={t('group.notMineText')}>
        {countFault(left.length) === null ? (
          <Button type="primary" onClick={withoutOthers}>
            {t('group.goOn', { n: left.length })}
          </Button>
        ) : null}
      </NoGroup>
    );
  }
  return (
    <GroupControl
      phones={phones}
      master={master}
      chooseMaster={chooseMaster}
      // A phone that was taken away would have the whole group refused, so it is dropped.
      leaveOut={left.length < ids.length ? withoutOthers : null}
      refresh={refetch}
    />
  );
}

function NoGroup({ title, text, children }: { title: string; text: string; children?: ReactNode }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const heading = usePageTitle(t('pages.groupControl'));
  return (
    <>
      <h1 ref={heading} tabIndex={-1} className="owl-hidden-text">
        {t('pages.groupControl')}
      </h1>
      <EmptyState look="half" title={title} text={text}>
        {children}
        <Button type={children ? 'default' : 'primary'} onClick={() => void navigate(paths.home)}>
          {t('play.backToList')}
        </Button>
      </EmptyState>
    </>
  );
}
