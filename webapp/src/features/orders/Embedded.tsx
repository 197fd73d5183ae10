// Buying and renewing inside somebody else's page: light or dark as the address says, and the result told to the page around.
import { type ReactNode, useCallback, useMemo } from 'react';
import { postToEmbedder, useThemeOfAddress } from '@/shell/embedding';
import { useListConfigurationsQuery } from './api';
import { EmbeddingContext, message, type Outcome } from './embedding';

const NOBODY: readonly string[] = [];

export function Embedded({ children }: { children: ReactNode }) {
  useThemeOfAddress();
  const { data } = useListConfigurationsQuery();
  const origins = data?.embedOrigins ?? NOBODY;
  const tell = useCallback((outcome: Outcome) => postToEmbedder(message(outcome), origins), [origins]);
  const embedding = useMemo(() => ({ tell }), [tell]);
  return <EmbeddingContext value={embedding}>{children}</EmbeddingContext>;
}
