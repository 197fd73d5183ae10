// Tools above the picture, on a phone's screen.
import { usePlayContext } from '../PlayContext';
import { PlaceProvider } from './RailButton';
import { toolsOf } from './tools';

export function HeadTools() {
  const { state } = usePlayContext();
  const shown = toolsOf(state).filter(({ narrow }) => narrow === 'head');
  return (
    <PlaceProvider value={{ look: 'head' }}>
      {shown.map(({ key, Button }) => (
        <Button key={key} />
      ))}
    </PlaceProvider>
  );
}
