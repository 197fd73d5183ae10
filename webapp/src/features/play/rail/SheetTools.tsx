// On a phone's screen: the tools for which the row has no room, at the top of the sheet.
import { usePlayContext } from '../PlayContext';
import styles from './Rail.module.css';
import { PlaceProvider } from './RailButton';
import { toolsOf } from './tools';

/** `onDone` is called after each of them: the sheet has served. */
export function SheetTools({ onDone }: { onDone: () => void }) {
  const { state } = usePlayContext();
  const shown = toolsOf(state).filter(({ narrow }) => narrow === 'sheet');
  return (
    <div className={styles.sheet}>
      <PlaceProvider value={{ look: 'sheet', onDone }}>
        {shown.map(({ key, Button }) => (
          <Button key={key} />
        ))}
      </PlaceProvider>
    </div>
  );
}
