// Opening of an embedded player, and the messages that it posts to the page around.
import { ask, call } from '@/core/api';
import type { Answer } from '@/core/operations';

export type Opened = Answer<'open_embed'>;

type Outcome =
  | { opened: Opened; words?: undefined }
  | { opened?: undefined; words: string; origins: readonly string[] };

/** Spends the ticket. A refusal answers the server's words (empty when no answer came) and the origins that may be told. */
export async function openEmbed(ticket: string): Promise<Outcome> {
  const { data, error } = await call(ask('open_embed', { ticket }, { quiet: true, anonymous: true }));
  if (!error) return { opened: data as Opened };
  const origins = (error.data as { embedOrigins?: string[] } | undefined)?.embedOrigins ?? [];
  return { words: error.message, origins };
}

/** Message to the page around: that there is a picture, or that there is none any more, with the stable name of the end. */
export const message = (state: 'live' | 'ended', reason?: string) => ({
  type: 'owldeck-play',
  state,
  ...(reason === undefined ? {} : { reason }),
});
