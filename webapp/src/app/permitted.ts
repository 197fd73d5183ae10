// What the member may open: the server's router list, read against a fixed map. A component the map does not know is dropped,
// a path that is no plain path is dropped, and depth and number are bounded: the list is data, never code.
import type { LucideIcon } from 'lucide-react';
import { Smartphone } from 'lucide-react';
import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import type { Answer } from '@/core/operations';
import { withWords } from '@/i18n';

type RouterVo = Answer<'get_routers'>[number];

export type TitleKey = 'pages.phones' | 'pages.play';

interface Page {
  Component: LazyExoticComponent<ComponentType>;
  titleKey: TitleKey;
  icon: LucideIcon;
}

/** The only components a server may name. */
const pages: Record<string, Page> = {
  'phones/index': {
    Component: lazy(() => withWords(['phones'], () => import('@/features/phones/ListPage'))),
    titleKey: 'pages.phones',
    icon: Smartphone,
  },
  'play/index': {
    Component: lazy(() => withWords(['phones', 'play'], () => import('@/features/play/PlayPage'))),
    titleKey: 'pages.play',
    icon: Smartphone,
  },
};

export interface PermittedRoute extends Page {
  path: string;
  hidden: boolean;
}

const MAX_ROUTES = 200;
const MAX_DEPTH = 8;
const CONTAINERS = new Set(['Layout', 'ParentView', 'InnerLink', '']);

function join(parent: string, path: string): string {
  return path.startsWith('/') ? path : `${parent.replace(/\/$/, '')}/${path}`;
}

/** Flattens the server's list into the pages it permits. Never throws on what the server sends. */
export function permittedRoutes(list: unknown): PermittedRoute[] {
  const found = new Map<string, PermittedRoute>();
  const visit = (entries: unknown, parent: string, hidden: boolean, depth: number) => {
    if (!Array.isArray(entries) || depth > MAX_DEPTH) return;
    for (const entry of entries as Partial<RouterVo>[]) {
      if (found.size >= MAX_ROUTES) return;
      if (typeof entry?.path !== 'string') continue;
      const path = join(parent, entry.path);
      const shut = hidden || entry.hidden === true;
      const component = entry.component ?? '';
      if (Object.hasOwn(pages, component)) {
        const page = pages[component];
        if (page && /^\/[\w/-]+$/.test(path) && !found.has(path)) found.set(path, { ...page, path, hidden: shut });
      } else if (!CONTAINERS.has(component)) {
        continue;
      }
      visit(entry.children, path, shut, depth + 1);
    }
  };
  visit(list, '', false, 0);
  return [...found.values()];
}
