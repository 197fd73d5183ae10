import { usePlayContext } from '../PlayContext';

/** Presses and lets go one of Android's keys. */
export function usePress(keycode: number): () => void {
  const { handle } = usePlayContext();
  return () => {
    handle?.key(0, keycode, 0, 0);
    handle?.key(1, keycode, 0, 0);
  };
}
