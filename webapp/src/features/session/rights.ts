// Rights of the signed-in user, for what is more than shown or hidden (`ui/rights/Gate` does that): compared by the rules' own code.
// Naming nothing throws: a question without a name is a mistake of the page, never a way in.
import { holdsPermission, holdsRole } from '@/core/rules';
import { useRights } from '@/ui/rights/Gate';

/** Whether one of these permissions is held; the wildcard holds all. Throws "permission tag value must be set" when none is named. */
export const usePermission = (...wanted: string[]): boolean => holdsPermission(useRights().permissions, wanted);

/** Whether one of these roles is held; `admin` holds all. Throws "role tag value must be set" when none is named. */
export const useRole = (...wanted: string[]): boolean => holdsRole(useRights().roles, wanted);
