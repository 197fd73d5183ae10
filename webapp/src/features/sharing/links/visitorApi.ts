// Calls of the open page behind a link, without a session of a member's.
import { ask, call } from '@/core/api';
import { type CallFault, Code, send } from '@/core/http';
import type { Answer } from '@/core/operations';
import { tabValue } from '@/core/storage';

type Opened = Answer<'open_share_link'>;
export type LinkPage = NonNullable<Opened['page']>;
export type Offer = NonNullable<Opened['offer']>;
export type Standing = Answer<'count_share_viewers'>;

/** Opens a link. */
export const openLink = (token: string, passcode?: string) => asked('open_share_link', token, passcode);

/** Begins a trial: its clock runs from now on. */
export const beginTrial = (token: string, passcode?: string) => asked('begin_trial', token, passcode);

async function asked(
  operation: 'open_share_link' | 'begin_trial',
  token: string,
  passcode?: string,
): Promise<Opened | CallFault> {
  const body = { token, ...(passcode === undefined ? {} : { passcode }) };
  const { data, error } = await call(ask(operation, body, { quiet: true, anonymous: true }));
  return error ?? (data as Opened);
}

/** How the link of a page stands; none when it is over, `undefined` when no answer came. */
export async function standingOf(accessToken: string, signal: AbortSignal): Promise<Standing | null | undefined> {
  const asked = ask('count_share_viewers', undefined, { quiet: true });
  const { data, error } = await send(asked, accessToken, signal).catch(() => ({ data: undefined, error: undefined }));
  if (error) return error.kind === 'code' ? null : undefined;
  return data as Standing | undefined;
}

/** A ticket of the socket of a page that plays a clip; `gone` when the link is over, null when no answer came. */
export async function clipTicketOf(accessToken: string, signal: AbortSignal): Promise<string | 'gone' | null> {
  const asked = ask('create_clip_ticket', undefined, { quiet: true });
  const { data, error } = await send(asked, accessToken, signal).catch(() => ({ data: undefined, error: undefined }));
  if (error) return error.kind === 'code' && error.code !== Code.busy ? 'gone' : null;
  return (data as Answer<'create_clip_ticket'> | undefined)?.ticket ?? null;
}

const isTrialPage = (value: unknown): value is LinkPage =>
  typeof value === 'object' && value !== null && 'accessToken' in value && typeof value.accessToken === 'string';

/** The trial that this tab has of a link: a reload goes on with it, another tab has none. */
export const keptTrial = (token: string) => tabValue(`trial:${token}`, isTrialPage);
