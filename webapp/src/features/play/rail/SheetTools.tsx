// On a phone's screen: the tools for which the row has no room, in the sheet behind "more".
import { usePlayContext } from '../PlayContext';
import styles from './Rail.module.css';
import { PlaceProvider } from './RailButton';
import { toolsOf } from './tools';

interface Props {
  /** Called after each of them: the sheet has served. */
  onDone: (() => void) | undefined;
  /** Keys of tools that have no place here. */
  without?: readonly string[];
}

export function SheetTools({ onDone, without = [] }: Props) {
  const { state } = usePlayContext();
  const shown = toolsOf(state).filter(({ key, narrow }) => narrow === 'sheet' && !without.includes(key));
  return (
    <div className={styles.sheet}>
      <PlaceProvider value={{ look: 'sheet', ...(onDone ? { onDone } : {}) }}>
        {shown.map(({ key, Button }) => (
          <Button key={key} />
        ))}
      </PlaceProvider>
    </div>
  );
}
