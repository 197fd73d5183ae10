// Buying and renewing inside somebody else's page: light or dark as the address says, and the result told to the page around.
import { type ReactNode, useCallback, useEffect, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { useAppDispatch } from '@/app/store';
import { appearance } from '@/core/storage';
import { appearanceLent } from '@/shell/slice';
import { useListConfigurationsQuery } from './api';
import { EmbeddingContext, type Outcome, tellAround } from './embedding';

const NOBODY: readonly string[] = [];

export function Embedded({ children }: { children: ReactNode }) {
  useThemeOfAddress();
  const { data } = useListConfigurationsQuery();
  const origins = data?.embedOrigins ?? NOBODY;
  const tell = useCallback((outcome: Outcome) => tellAround(outcome, origins), [origins]);
  const embedding = useMemo(() => ({ tell }), [tell]);
  return <EmbeddingContext value={embedding}>{children}</EmbeddingContext>;
}

/** `?theme=dark` or `?theme=light`; without either it is the member's own. */
function useThemeOfAddress(): void {
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
