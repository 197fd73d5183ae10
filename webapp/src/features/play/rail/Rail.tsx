// The phone's keys and the page's tools: beside the phone on a desk, in one row below it on a phone's screen.
import { Ellipsis } from 'lucide-react';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { usePlayContext } from '../PlayContext';
import styles from './Rail.module.css';
import { PlaceProvider, RailButton } from './RailButton';
import { type Tool, toolsOf } from './tools';

/** The tools that stand in the rail now, group by group. */
function groupsOf(shown: readonly Tool[]): Tool[][] {
  return (['keys', 'tools', 'view'] as const)
    .map((group) => shown.filter((tool) => tool.group === group))
    .filter((group) => group.length > 0);
}

interface Props {
  /** Opens the sheet; only where there is no room beside the phone. */
  onMore?: () => void;
  /** Keys of tools that stand in the row although they are the sheet's. */
  also?: readonly string[];
  /** Keys of tools that are not for here. */
  without?: readonly string[];
}

export function Rail({ onMore, also = [], without = [] }: Props) {
  const { t } = useTranslation();
  const { state, wide, view } = usePlayContext();
  const shown = toolsOf(state).filter(
    ({ key, narrow }) => (wide || narrow === 'row' || also.includes(key)) && !without.includes(key),
  );
  return (
    <div className={styles.rail} data-wide={wide} data-own={view.ownSize} role="toolbar" aria-label={t('play.sentTo')}>
      <PlaceProvider value={{ look: wide ? 'rail' : 'row' }}>
        {groupsOf(shown).map((group, index) => (
          <Fragment key={group[0]?.key}>
            {index > 0 ? <hr className={styles.line} /> : null}
            {group.map(({ key, Button }) => (
              <Button key={key} />
            ))}
          </Fragment>
        ))}
        {onMore ? <RailButton label={t('play.more')} icon={Ellipsis} onClick={onMore} /> : null}
      </PlaceProvider>
    </div>
  );
}
