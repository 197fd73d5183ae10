// The reason for locked buttons and phones while an operator views a member's console.
import { AnswerCode } from '@/contract/constants';
import { codeText } from './rules';
import { getView } from './session';

/** The reason in words; null in a session of one's own. */
export const viewOnly = (): string | null => (getView() ? (codeText(AnswerCode.VIEW_ONLY) ?? '') : null);
