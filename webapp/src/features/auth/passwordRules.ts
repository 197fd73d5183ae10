// The rules of a new password as a list, each met or not. Words and verdicts are the module's; it looks at one rule after the other.
import { checkNewPassword } from '@/core/rules';

/** Where a password is chosen: at registration and reset, or in the account centre. */
export type RuleName = 'reset' | 'account';

export interface PasswordRule {
  words: string;
  /** Undefined: not looked at before the rules above it are met. */
  met: boolean | undefined;
}

/** Passwords that break one rule each, in the module's order: what it says of them are the rules in words. */
const BREAKING = ['short', 'accented é', 'lowercase'];

/** How `text` stands with each rule. What else is wrong with it stands last. */
export function passwordRules(text: string, name: RuleName): PasswordRule[] {
  const listed = BREAKING.map((each) => checkNewPassword(each, name) ?? '');
  const fault = text ? checkNewPassword(text, name) : undefined;
  const words = fault === undefined || listed.includes(fault) ? listed : [...listed, fault];
  const first = fault === undefined ? words.length : words.indexOf(fault);
  return words.map((each, at) => ({
    words: each,
    met: text === '' || at > first ? undefined : at < first,
  }));
}
