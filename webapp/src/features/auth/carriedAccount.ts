// The number that one page of getting in hands to the next: in the history's state, never in the address.

/** For `navigate(…, { state })`. */
export const carry = (account: string) => ({ account });

/** The account that came along; empty when none did. */
export const carriedAccount = (state: unknown): string =>
  typeof state === 'object' && state !== null && 'account' in state && typeof state.account === 'string'
    ? state.account
    : '';
