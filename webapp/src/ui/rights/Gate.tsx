// Shows its children only to those who hold one of the named permissions, one of the named roles, or what the server asks for a call;
// all of them where several are named.
// What the member holds comes from the frame through `RightsProvider`; the rule is the server's own.
import { createContext, type ReactNode, useContext } from 'react';
import { type OperationName, permissionOf } from '@/core/operations';
import { holdsPermission, holdsRole } from '@/core/rules';

/** Rights that the signed-in account holds. */
export interface Rights {
  permissions: readonly string[];
  roles: readonly string[];
}

const RightsContext = createContext<Rights>({ permissions: [], roles: [] });

/** Provides the rights, once, in the frame. Without it no right is held. */
export const RightsProvider = RightsContext.Provider;

/** Rights of the signed-in account, from the `RightsProvider` of the frame. */
export const useRights = (): Rights => useContext(RightsContext);

function mayCall({ permissions }: Rights, operation: OperationName): boolean {
  const needed = permissionOf(operation);
  return needed === undefined || holdsPermission(permissions, [needed]);
}

/** Whether the signed-in account holds the permission that the server asks for this operation, if it asks for one. */
export const useMayCall = (operation: OperationName): boolean => mayCall(useRights(), operation);

interface Props {
  /** One of these is needed; `*:*:*` holds all. An empty list throws. */
  permission?: readonly string[];
  /** One of these is needed; `admin` holds all. An empty list throws. */
  role?: readonly string[];
  /** The permission that the server asks for this operation is needed, if it asks for one. */
  operation?: OperationName;
  children: ReactNode;
  /** Shown to everybody else; nothing unless given. */
  otherwise?: ReactNode;
}

/** Throws "permission tag value must be set" or "role tag value must be set" when it names nothing: a gate without a name is a fault. */
export function Gate({ permission, role, operation, children, otherwise = null }: Props) {
  const rights = useRights();
  const named = role !== undefined || operation !== undefined;
  const byPermission = permission || !named ? holdsPermission(rights.permissions, permission ?? []) : true;
  const byRole = role ? holdsRole(rights.roles, role) : true;
  const byOperation = operation === undefined || mayCall(rights, operation);
  return byPermission && byRole && byOperation ? children : otherwise;
}
