// Match of a path in the address with the pages that the server permits.
import { type Access, type PermittedRoute, pages } from './permitted';

export type RouteMatch =
  | { kind: 'page'; route: PermittedRoute }
  | { kind: 'leads'; to: string }
  | { kind: 'forbidden' }
  | { kind: 'unknown' };

/** Matches a path with the permitted pages. A container that leads to no page is unknown, so that no redirect leads in circles. */
export function matchRoute(access: Access, pathname: string): RouteMatch {
  const path = pathname.length > 1 ? pathname.replace(/\/+$/, '') : pathname;
  const at = (wanted: string) => access.routes.find((route) => route.path === wanted);
  const route = at(path);
  if (route) return path === pathname ? { kind: 'page', route } : { kind: 'leads', to: path };
  const landing = access.landings.get(path);
  if (landing && at(landing)) return { kind: 'leads', to: landing };
  return Object.values(pages).some((page) => page.usual === path) ? { kind: 'forbidden' } : { kind: 'unknown' };
}
