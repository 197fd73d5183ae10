// The words of what a token lets do, and how long it may live.
import type { TokenView } from './api';

export type ScopeWord = TokenView['scopes'][number];

export const scopeTitles = {
  'phones:read': 'tokens.scope.read',
  'phones:control': 'tokens.scope.control',
  'phones:operate': 'tokens.scope.operate',
  'orders:read': 'tokens.scope.orders',
} as const satisfies Record<ScopeWord, string>;

export const scopeTexts = {
  'phones:read': 'tokens.scope.readText',
  'phones:control': 'tokens.scope.controlText',
  'phones:operate': 'tokens.scope.operateText',
  'orders:read': 'tokens.scope.ordersText',
} as const satisfies Record<ScopeWord, string>;

export const allScopes = Object.keys(scopeTitles) as ScopeWord[];

/** Choices of a life in days; the longest is the server's own limit. */
export const lives = [7, 30, 90, 365] as const;
