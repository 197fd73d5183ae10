// What the open page behind a link asks, without a session of a member's.
import { ask, call } from '@/core/api';
import { type CallFault, send } from '@/core/http';
import type { Answer } from '@/core/operations';
import { tabValue } from '@/core/storage';

export type Opened = Answer<'open_share_link'>;
export type LinkPage = NonNullable<Opened['page']>;
export type Offer = NonNullable<Opened['offer']>;
/** The page of a trial, which has a phone. */
export type TrialPage = LinkPage & { phoneId: number };
export type Standing = Answer<'count_share_viewers'>;

/** Opens a link. */
export async function openLink(token: string, passcode?: string): Promise<Opened | CallFault> {
  const body = { token, ...(passcode === undefined ? {} : { passcode }) };
  const { data, error } = await call(ask('open_share_link', body, { quiet: true, anonymous: true }));
  return error ?? (data as Opened);
}

/** How the link of a page stands; none when it is over, `undefined` when no answer came. */
export async function standingOf(accessToken: string, signal: AbortSignal): Promise<Standing | null | undefined> {
  const asked = ask('count_share_viewers', undefined, { quiet: true });
  const { data, error } = await send(asked, accessToken, signal).catch(() => ({ data: undefined, error: undefined }));
  if (error) return error.kind === 'code' ? null : undefined;
  return data as Standing | undefined;
}

/** Begins a trial: its clock runs from now on. */
export async function beginTrial(token: string, passcode?: string): Promise<Opened | CallFault> {
  const body = { token, ...(passcode === undefined ? {} : { passcode }) };
  const { data, error } = await call(ask('begin_trial', body, { quiet: true, anonymous: true }));
  return error ?? (data as Opened);
}

/** The page of a trial, if the answer has one. */
export function trialPageOf({ page }: Opened): TrialPage | null {
  return page?.kind === 'trial' && page.phoneId !== null ? { ...page, phoneId: page.phoneId } : null;
}

const isTrialPage = (value: unknown): value is TrialPage =>
  typeof value === 'object' && value !== null && 'accessToken' in value && typeof value.accessToken === 'string';

/** The trial that this tab has of a link: a reload goes on with it, another tab has none. */
export const keptTrial = (token: string) => tabValue(`trial:${token}`, isTrialPage);
