// Tools in the sheet behind "more", for which the row of a phone's screen has no room.
import { usePlayContext } from '../PlayContext';
import styles from './Rail.module.css';
import { PlaceProvider } from './RailButton';
import { toolsOf } from './tools';

interface Props {
  /** Called after a tool was used, so that the sheet closes. */
  onDone: (() => void) | undefined;
  /** Names of tools to leave out. */
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
