// Bar above the followers: filters with counts, and the choice of who follows.
import { Dropdown, type MenuProps, Switch } from 'antd';
import { ChevronDown } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useListGroupsQuery } from '@/features/groups/api';
import type { Phone } from '@/features/phones/api';
import { useWide } from '@/ui/useWide';
import { useGroupPlay } from '../GroupContext';
import styles from './Followers.module.css';
import { countsOf, type Filter, fellOut, kinds } from './following';

interface Props {
  filter: Filter;
  onFilter: (filter: Filter) => void;
}

const idOf = ({ phoneId }: Phone) => phoneId;

export function FollowersBar({ filter, onFilter }: Props) {
  const { t } = useTranslation();
  const wide = useWide();
  const { followers, standings, excluded, follow, pictures, setPictures } = useGroupPlay();
  const counts = countsOf(standings.values());
  const all = followers.map(idOf);
  const gone = followers.filter((phone) => {
    const standing = standings.get(phone.phoneId);
    return standing && fellOut(standing, phone);
  });
  return (
    <div className={styles.bar}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would be a form's. */}
      <div className={styles.filters} role="group" aria-label={t('group.filters')}>
        {kinds.map((kind) => (
          <button
            key={kind}
            type="button"
            className={`owl-plain-button ${styles.filter}`}
            aria-pressed={filter === kind}
            data-filter={kind}
            onClick={() => onFilter(kind)}
          >
            {t(`group.filter.${kind}`)} <span className="owl-figures">{counts[kind]}</span>
          </button>
        ))}
      </div>
      <div className={styles.actions}>
        {gone.length > 0 ? (
          <Action words={t('group.bringBack', { n: gone.length })} onClick={() => follow(gone.map(idOf), true)} />
        ) : null}
        {all.some((id) => excluded.has(id)) ? (
          <Action words={t('group.includeAll')} onClick={() => follow(all, true)} />
        ) : null}
        {all.some((id) => !excluded.has(id)) ? (
          <Action words={t('group.excludeAll')} onClick={() => follow(all, false)} />
        ) : null}
        <ByGroup />
        {wide ? null : (
          // biome-ignore lint/a11y/noLabelWithoutControl: antd's switch is inside.
          <label className={styles.action}>
            {t('group.pictures')}
            <Switch size="small" checked={pictures} onChange={setPictures} aria-label={t('group.pictures')} />
          </label>
        )}
      </div>
    </div>
  );
}

function Action({ words, onClick }: { words: string; onClick: () => void }) {
  return (
    <button type="button" className={`owl-plain-button ${styles.action}`} onClick={onClick}>
      {words}
    </button>
  );
}

/** Menu of the member's groups: the phones of the chosen one follow, and no others. Shown only where the phones are in groups. */
function ByGroup() {
  const { t } = useTranslation();
  const { followers, follow } = useGroupPlay();
  const { data } = useListGroupsQuery();
  const names = new Map(data?.list.map(({ id, name }) => [id, name]));
  const of = new Map<number, number[]>();
  for (const { phoneId, groupId } of followers) {
    const at = groupId !== null && names.has(groupId) ? groupId : 0;
    of.set(at, [...(of.get(at) ?? []), phoneId]);
  }
  if (of.size === (of.has(0) ? 1 : 0)) return null;
  const only = (wanted: readonly number[]) => {
    follow(wanted, true);
    follow(
      followers.map(idOf).filter((id) => !wanted.includes(id)),
      false,
    );
  };
  const items: MenuProps['items'] = [...of].map(([groupId, wanted]) => ({
    key: String(groupId),
    label: t('group.only', { name: names.get(groupId) ?? t('group.ungrouped'), n: wanted.length }),
    onClick: () => only(wanted),
  }));
  return (
    <Dropdown trigger={['click']} placement="bottomRight" menu={{ items, className: styles.menu ?? '' }}>
      <button type="button" className={`owl-plain-button ${styles.action}`} aria-haspopup="menu">
        {t('group.byGroup')}
        <ChevronDown size={14} strokeWidth={1.6} aria-hidden="true" />
      </button>
    </Dropdown>
  );
}
