// Shows its children only to those who hold one of the named permissions, one of the named roles, or both where both are named.
// What the member holds comes from the frame through `RightsProvider`; the rule is the server's own.
import { createContext, type ReactNode, useContext } from 'react';
import { holdsPermission, holdsRole } from '@/core/rules';

/** What the signed-in account holds. */
export interface Rights {
  permissions: readonly string[];
  roles: readonly string[];
}

const RightsContext = createContext<Rights>({ permissions: [], roles: [] });

/** Given once, by the frame. Without one nobody holds anything. */
export const RightsProvider = RightsContext.Provider;

/** What the signed-in account holds. */
export const useRights = (): Rights => useContext(RightsContext);

interface Props {
  /** One of these is needed; `*:*:*` holds all. An empty list throws. */
  permission?: readonly string[];
  /** One of these is needed; `admin` holds all. An empty list throws. */
  role?: readonly string[];
  children: ReactNode;
  /** Shown to everybody else; nothing unless given. */
  otherwise?: ReactNode;
}

/** Throws "permission tag value must be set" or "role tag value must be set" when it names nothing: a gate without a name is a fault. */
export function Gate({ permission, role, children, otherwise = null }: Props) {
  const rights = useRights();
  const byPermission = permission || !role ? holdsPermission(rights.permissions, permission ?? []) : true;
  const byRole = role ? holdsRole(rights.roles, role) : true;
  return byPermission && byRole ? children : otherwise;
}
