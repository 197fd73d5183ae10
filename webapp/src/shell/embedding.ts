// A page of ours inside somebody else's: light or dark as the address says, and what happens told to the page around, only where the
// operator named it.
import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { useAppDispatch } from '@/app/store';
import { appearance } from '@/core/storage';
import { appearanceLent } from './slice';

/** Tells the page around this one; the browser delivers it only where that page is of a named origin. */
export function postToEmbedder(message: object, origins: readonly string[], around: Window = window.parent): void {
  if (around === window) return;
  for (const origin of origins) around.postMessage(message, origin);
}

/** `?theme=dark` or `?theme=light`; without either it is the member's own. */
export function useThemeOfAddress(): void {
  const dispatch = useAppDispatch();
  const [query] = useSearchParams();
  const theme = query.get('theme');
  useEffect(() => {
    if (theme !== 'dark' && theme !== 'light') return undefined;
    dispatch(appearanceLent(theme));
    return () => {
      dispatch(appearanceLent(appearance.get()));
    };
  }, [theme, dispatch]);
}
