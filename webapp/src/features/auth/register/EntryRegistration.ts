// Whether one can register here: the operator may have closed it.
import type { Answer } from '@/core/operations';

/** Value of the operator's `registerType` while registration is closed. */
const CLOSED = 'none';

/** While the server has not answered, one can. */
export const isRegistrationClosed = (answer: Answer<'get_register_type'> | undefined): boolean =>
  answer?.registerType === CLOSED;
