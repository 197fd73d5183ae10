// Rail of the phone's keys and the page's tools: beside the phone on a desktop, in one row below it on a phone's screen.
import { Ellipsis } from 'lucide-react';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { usePlayContext } from '../PlayContext';
import styles from './Rail.module.css';
import { PlaceProvider, RailButton } from './RailButton';
import { type Tool, toolsOf } from './tools';

/** Tools that the rail shows now, by group. */
function groupsOf(shown: readonly Tool[]): Tool[][] {
  return (['keys', 'tools', 'view'] as const)
    .map((group) => shown.filter((tool) => tool.group === group))
    .filter((group) => group.length > 0);
}

interface Props {
  /** Opens the sheet of further tools; only given on a phone's screen. */
  onMore?: () => void;
  /** Names of the sheet's tools that stand in the row here. */
  also?: readonly string[];
  /** Names of tools to leave out. */
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
