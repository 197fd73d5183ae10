// Chips of the groups to list: all phones, each group, phones in none. Chips that do not fit wait in a menu; on a phone the chips scroll.
import { Button, Dropdown, Tooltip } from 'antd';
import { FolderCog } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { countChars } from '@/core/rules';
import { lazyWithRetry } from '@/ui/lazyWithRetry';
import { useWide } from '@/ui/useWide';
import { useWidth } from '@/ui/useWidth';
import { useListGroupsQuery } from './api';
import styles from './GroupChips.module.css';

const GroupManager = lazyWithRetry(() => import('./GroupManager'), 'over');

/** Group id by which the server knows phones in no group. */
export const UNGROUPED = 0;
/** Room of a chip beside its words, of one character, and of the menu, CSS pixels. */
const CHIP_PX = 46;
const CHARACTER_PX = 14;
const REST_PX = 88;

interface Chip {
  /** Null: all phones. */
  id: number | null;
  name: string;
  count: number;
}

interface Props {
  /** How many phones the list has, those of others too: groups hold the member's own. Unknown until its first answer. */
  all: number | undefined;
  value: number | null;
  onChange: (group: number | null) => void;
}

export function GroupChips({ all, value, onChange }: Props) {
  const { t } = useTranslation();
  const wide = useWide();
  const [place, width] = useWidth<HTMLDivElement>();
  const [managing, setManaging] = useState<boolean | null>(null);
  const { data } = useListGroupsQuery(undefined, { refetchOnMountOrArgChange: true });
  const groups = data?.list ?? [];
  const ungrouped = data?.ungrouped ?? 0;
  const chips: Chip[] = [
    { id: null, name: t('groups.all'), count: all ?? groups.reduce((sum, group) => sum + group.count, ungrouped) },
    ...groups,
    ...(groups.length > 0 ? [{ id: UNGROUPED, name: t('groups.none'), count: ungrouped }] : []),
  ];
  const shown = wide ? fitting(chips, width, value) : chips;
  const rest = chips.filter((chip) => !shown.includes(chip));
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be a form's.
    <div ref={place} className={styles.chips} role="group" aria-label={t('groups.name')} data-wide={wide}>
      {shown.map(({ id, name, count }) => (
        <button
          key={id ?? 'all'}
          type="button"
          className={`owl-plain-button ${styles.chip}`}
          aria-pressed={value === id}
          onClick={() => onChange(id)}
        >
          {name} <span className="owl-figures">{count}</span>
        </button>
      ))}
      {rest.length > 0 ? (
        <Dropdown
          trigger={['click']}
          menu={{
            className: styles.menu ?? '',
            items: rest.map(({ id, name, count }) => ({
              key: String(id),
              label: `${name} ${count}`,
              onClick: () => onChange(id),
            })),
          }}
        >
          <button
            type="button"
            className={`owl-plain-button ${styles.chip}`}
            aria-label={t('groups.more', { count: rest.length })}
          >
            +{rest.length}
          </button>
        </Dropdown>
      ) : null}
      <Tooltip title={t('groups.manage')}>
        <Button
          type="text"
          icon={<FolderCog size={16} strokeWidth={1.6} />}
          aria-label={t('groups.manage')}
          onClick={() => setManaging(true)}
        />
      </Tooltip>
      {managing === null ? null : (
        <Suspense fallback={null}>
          <GroupManager open={managing} onClose={() => setManaging(false)} />
        </Suspense>
      )}
    </div>
  );
}

/** The chips that have room, in their order; the chosen one always. */
function fitting(chips: readonly Chip[], width: number, value: number | null): Chip[] {
  const need = ({ name, count }: Chip) => CHIP_PX + CHARACTER_PX * (countChars(name) + String(count).length / 2);
  const whole = chips.reduce((sum, chip) => sum + need(chip), REST_PX / 2);
  if (width === 0 || whole <= width) return [...chips];
  const chosen = chips.find(({ id }) => id === value);
  let left = width - REST_PX - (chosen ? need(chosen) : 0);
  return chips.filter((chip) => {
    if (chip === chosen) return true;
    left -= need(chip);
    return left >= 0;
  });
}
