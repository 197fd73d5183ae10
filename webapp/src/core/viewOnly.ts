// Why nothing is changed, and no phone is opened, in a console that an operator sees as its member does.
import { AnswerCode } from '@/contract/constants';
import { codeText } from './rules';
import { getView } from './session';

/** The reason beside what is locked there; null in a session of one's own. */
export const viewOnly = (): string | null => (getView() ? (codeText(AnswerCode.VIEW_ONLY) ?? '') : null);
