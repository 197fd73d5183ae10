// Pages that the member may open: the server's router list, read against a fixed map. A component the map does not know is dropped,
// a path that is no plain path is dropped, and depth and number are bounded: the list is data, never code.
import type { TFunction } from 'i18next';
import type { LucideIcon } from 'lucide-react';
import {
  BookOpen,
  Building2,
  CalendarPlus,
  ExternalLink,
  Gauge,
  Headset,
  History,
  Info,
  Layers,
  LayoutGrid,
  Mail,
  Megaphone,
  MessageSquareText,
  ReceiptText,
  Server,
  Settings,
  Share2,
  ShieldCheck,
  ShoppingBag,
  Smartphone,
  Store,
  Ticket,
  Trash2,
  Upload,
  UserRound,
  Users,
  Wrench,
} from 'lucide-react';
import type { ComponentType } from 'react';
import { askPhones } from '@/features/phones/list/askPhones';
import { withWords } from '@/i18n';
import { lazyWithRetry } from '@/ui/lazyWithRetry';
import { frontPages } from './frontPages';
import { homePage } from './homePage';
import { shopPages } from './shopPages';
import { statePages } from './statePages';

export type TitleKey = `pages.${keyof typeof import('@/i18n/zh-CN/core.json')['pages']}`;

/** A title of the interface's own words, or one that the server wrote for a container or a link. */
export type Title = { key: TitleKey } | { text: string };

export interface Page {
  Component: ComponentType;
  titleKey: TitleKey;
  icon: LucideIcon;
  /** Where the product puts it: without permission that address is refused (401), not unknown (404). */
  usual: string;
  /** Takes the room below the header exactly, scrolls by itself, and makes the sidebar narrow while it is open. */
  fills?: boolean;
  /** Means nothing without its query: the palette does not offer it. */
  needsQuery?: boolean;
  /** Begins the calls for what the page shows first, according to its address. */
  ask?: (search: string) => void;
  /** Embedded in other sites: shown without the frame, and offered in no menu. */
  bare?: boolean;
}

/** Word files of pages about buying and paying. */
const buying = ['ui', 'phones', 'orders', 'payments'] as const;

/** The only components a server may name. */
export const pages: Record<string, Page> = {
  'phones/index': {
    Component: lazyWithRetry(homePage),
    titleKey: 'pages.phones',
    icon: Smartphone,
    usual: '/index',
    ask: askPhones,
  },
  'play/index': {
    Component: lazyWithRetry(() => withWords(['ui', 'phones', 'play'], () => import('@/features/play/PlayPage'))),
    titleKey: 'pages.play',
    icon: Smartphone,
    usual: '/play',
    fills: true,
    needsQuery: true,
  },
  'play/group': {
    Component: lazyWithRetry(() =>
      withWords(['ui', 'phones', 'play', 'group'], () => import('@/features/play/group/GroupPage')),
    ),
    titleKey: 'pages.groupControl',
    icon: Layers,
    usual: '/groupControl',
    fills: true,
    needsQuery: true,
  },
  'orders/buy': {
    Component: lazyWithRetry(() => withWords(buying, () => import('@/features/orders/buy/BuyPage'))),
    titleKey: 'pages.buy',
    icon: ShoppingBag,
    usual: '/payManage',
  },
  'orders/renew': {
    Component: lazyWithRetry(() => withWords(buying, () => import('@/features/orders/renew/RenewPage'))),
    titleKey: 'pages.renew',
    icon: CalendarPlus,
    usual: '/renewManage',
  },
  'orders/buyEmbedded': {
    Component: lazyWithRetry(() => withWords(buying, () => import('@/features/orders/buy/BuyEmbedded'))),
    titleKey: 'pages.buy',
    icon: ShoppingBag,
    usual: '/payManageEmbedded',
    bare: true,
  },
  'orders/renewEmbedded': {
    Component: lazyWithRetry(() => withWords(buying, () => import('@/features/orders/renew/RenewEmbedded'))),
    titleKey: 'pages.renew',
    icon: CalendarPlus,
    usual: '/renewManageEmbedded',
    bare: true,
  },
  'orders/records': {
    Component: lazyWithRetry(() => withWords(buying, () => import('@/features/orders/records/RecordsPage'))),
    titleKey: 'pages.orders',
    icon: ReceiptText,
    usual: '/orderRecords',
  },
  'uploads/records': {
    Component: lazyWithRetry(() =>
      withWords(
        ['ui', 'phones', 'operations', 'uploads', 'records'],
        () => import('@/features/uploads/records/RecordsPage'),
      ),
    ),
    titleKey: 'pages.uploads',
    icon: Upload,
    usual: '/uploadRecords',
  },
  'recycle/index': {
    Component: lazyWithRetry(() => withWords(['ui', 'recycle'], () => import('@/features/recycle/RecycleBinPage'))),
    titleKey: 'pages.recycleBin',
    icon: Trash2,
    usual: '/recycleBin',
  },
  'sharing/index': {
    Component: lazyWithRetry(() => withWords(['ui', 'sharing'], () => import('@/features/sharing/SharingPage'))),
    titleKey: 'pages.sharing',
    icon: Share2,
    usual: '/empowerPhoneList',
  },
  'keyaccount/index': {
    Component: lazyWithRetry(() =>
      withWords(
        ['ui', 'auth', 'phones', 'subAccounts', 'keyAccount'],
        () => import('@/features/keyaccount/KeyAccountPage'),
      ),
    ),
    titleKey: 'pages.keyAccount',
    icon: Building2,
    usual: '/keyAccount',
  },
  'redeem/index': {
    Component: lazyWithRetry(() => withWords(['ui', 'phones', 'redeem'], () => import('@/features/redeem/RedeemPage'))),
    titleKey: 'pages.redeem',
    icon: Ticket,
    usual: '/redemptionCode',
  },
  'redeem/embedded': {
    Component: lazyWithRetry(() =>
      withWords(['ui', 'phones', 'redeem'], () => import('@/features/redeem/RedeemEmbedded')),
    ),
    titleKey: 'pages.redeem',
    icon: Ticket,
    usual: '/redemptionCodeEmbedded',
    bare: true,
  },
  'redeem/batches': {
    Component: lazyWithRetry(() =>
      withWords(['ui', 'redeemBatches'], () => import('@/features/redeem/batches/BatchesPage')),
    ),
    titleKey: 'pages.redeemCodes',
    icon: Ticket,
    usual: '/operator/redeemCodes',
  },
  ...shopPages,
  ...statePages,
  'notices/index': {
    Component: lazyWithRetry(() => withWords(['ui', 'notices'], () => import('@/features/notices/NoticesPage'))),
    titleKey: 'pages.notices',
    icon: Mail,
    usual: '/notice',
  },
  'notices/announcements': {
    Component: lazyWithRetry(() =>
      withWords(['ui', 'notices', 'announcements'], () => import('@/features/notices/announcements/AnnouncementsPage')),
    ),
    titleKey: 'pages.announcements',
    icon: Megaphone,
    usual: '/operator/announcements',
  },
  'notices/see': {
    Component: lazyWithRetry(() => withWords(['ui', 'notices'], () => import('@/features/notices/SeeNoticePage'))),
    titleKey: 'pages.notices',
    icon: Mail,
    usual: '/seeNotice',
    needsQuery: true,
  },
  'admin/phones': {
    Component: lazyWithRetry(() =>
      withWords(
        ['ui', 'phones', 'admin', 'stockPhones', 'maintenance'],
        () => import('@/features/admin/phones/PhonesPage'),
      ),
    ),
    titleKey: 'pages.operatorPhones',
    icon: Smartphone,
    usual: '/operator/phones',
  },
  'admin/hosts': {
    Component: lazyWithRetry(() => withWords(['ui', 'hosts'], () => import('@/features/admin/hosts/HostsPage'))),
    titleKey: 'pages.hosts',
    icon: Server,
    usual: '/operator/hosts',
  },
  'maintenance/index': {
    Component: lazyWithRetry(() =>
      withWords(['ui', 'maintenance'], () => import('@/features/maintenance/MaintenancePage')),
    ),
    titleKey: 'pages.maintenance',
    icon: Wrench,
    usual: '/operator/maintenance',
  },
  'feedback/inbox': {
    Component: lazyWithRetry(() => withWords(['ui', 'inbox'], () => import('@/features/feedback/InboxPage'))),
    titleKey: 'pages.feedback',
    icon: MessageSquareText,
    usual: '/operator/feedback',
  },
  'member/account': {
    Component: lazyWithRetry(() =>
      withWords(['member', 'auth', 'entry', 'ui', 'points'], () => import('@/features/member/AccountPage')),
    ),
    titleKey: 'pages.account',
    icon: UserRound,
    usual: '/personalCenter/accountCenter',
  },
  'branding/customer': {
    Component: lazyWithRetry(() => withWords(['ui', 'branding'], () => import('@/features/branding/CustomerPage'))),
    titleKey: 'pages.customerService',
    icon: Headset,
    usual: '/setting/customer',
  },
  'branding/about': {
    Component: lazyWithRetry(() => withWords(['ui', 'about'], () => import('@/features/branding/AboutPage'))),
    titleKey: 'pages.aboutUs',
    icon: Info,
    usual: '/setting/about',
  },
  ...frontPages,
  'apps/market': {
    Component: lazyWithRetry(() =>
      withWords(['ui', 'uploads', 'market'], () => import('@/features/apps/market/MarketPage')),
    ),
    titleKey: 'pages.market',
    icon: Store,
    usual: '/operator/market',
  },
  'admin/dictionaries': {
    Component: lazyWithRetry(() => withWords(['ui', 'admin'], () => import('@/features/admin/DictionariesPage'))),
    titleKey: 'pages.dictionaries',
    icon: BookOpen,
    usual: '/operator/dictionaries',
  },
  'admin/config': {
    Component: lazyWithRetry(() => withWords(['ui', 'admin'], () => import('@/features/admin/ConfigPage'))),
    titleKey: 'pages.config',
    icon: Settings,
    usual: '/operator/config',
  },
  'admin/members': {
    Component: lazyWithRetry(() =>
      withWords(
        ['ui', 'admin', 'users', 'members', 'orders', 'points'],
        () => import('@/features/admin/members/MembersPage'),
      ),
    ),
    titleKey: 'pages.members',
    icon: Users,
    usual: '/operator/members',
  },
  'admin/roles': {
    Component: lazyWithRetry(() =>
      withWords(['ui', 'admin', 'roles'], () => import('@/features/admin/roles/RolesPage')),
    ),
    titleKey: 'pages.roles',
    icon: ShieldCheck,
    usual: '/operator/roles',
  },
  'admin/audit': {
    Component: lazyWithRetry(() =>
      withWords(['ui', 'admin', 'audit'], () => import('@/features/admin/audit/AuditPage')),
    ),
    titleKey: 'pages.audit',
    icon: History,
    usual: '/operator/audit',
  },
  'ui/gallery': {
    Component: lazyWithRetry(() => withWords(['ui', 'gallery'], () => import('@/ui/gallery/GalleryPage'))),
    titleKey: 'pages.gallery',
    icon: LayoutGrid,
    usual: '/gallery',
  },
};

/** A place in the menu's tree: a page, a container of places, or a link to elsewhere. */
export interface Entry {
  /** The full path; of a link to elsewhere its address. */
  to: string;
  title: Title;
  icon: LucideIcon;
  hidden: boolean;
  kind: 'page' | 'container' | 'elsewhere';
  /** Of a container: where it leads when it is opened; null when it cannot be. */
  lands: string | null;
  /** Cannot be clicked in the breadcrumb. */
  inert: boolean;
  /** Has a place in the breadcrumb. */
  inTrail: boolean;
  /** Stays a container even with a single child. */
  alwaysShown: boolean;
  children: Entry[];
}

export interface PermittedRoute extends Page {
  path: string;
  hidden: boolean;
  /** Whether its tab keeps the page's state while another is shown. */
  cached: boolean;
  /** A tab that cannot be closed. */
  pinned: boolean;
  /** The path of the menu's entry that is marked while this page is open, where it is not its own. */
  marks: string | null;
  /** From the outermost container to the page itself. */
  trail: Entry[];
}

export interface Access {
  routes: PermittedRoute[];
  menu: Entry[];
  /** Containers that lead on, by path. */
  landings: ReadonlyMap<string, string>;
}

const MAX_ROUTES = 200;
const MAX_DEPTH = 8;
const MAX_TITLE = 40;
const NO_REDIRECT = 'noRedirect';
const CONTAINERS = new Set(['Layout', 'ParentView', 'InnerLink', '']);
const isPath = (path: string) => /^\/[\w/-]+$/.test(path);

type Loose = Record<string, unknown>;
const record = (value: unknown): Loose =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Loose) : {};
const text = (value: unknown): string => (typeof value === 'string' ? value : '');

function join(parent: string, path: string): string {
  return path.startsWith('/') ? path : `${parent.replace(/\/$/, '')}/${path}`;
}

/** An address outside the console: http and https alone. */
function elsewhere(address: string): string | null {
  if (!/^https?:\/\//i.test(address)) return null;
  try {
    return new URL(address).href;
  } catch {
    return null;
  }
}

/** The icons that a server may give a container. */
const containerIcons: Record<string, LucideIcon> = { gauge: Gauge };

/** The server's titles that the interface has words for. */
const serverTitles: Record<string, TitleKey> = {
  setting: 'pages.setting',
  operator: 'pages.operator',
  today: 'pages.today',
  devices: 'pages.devices',
  trade: 'pages.trade',
  members: 'pages.members',
  shopFront: 'pages.shopFront',
  system: 'pages.system',
  account: 'pages.account',
  about: 'pages.aboutUs',
  customer: 'pages.customerService',
};

const iconOf = (name: string) => (Object.hasOwn(containerIcons, name) ? containerIcons[name] : undefined);

function serverTitle(title: string): Title | null {
  if (!title) return null;
  const key = Object.hasOwn(serverTitles, title) ? serverTitles[title] : undefined;
  return key ? { key } : { text: title.slice(0, MAX_TITLE) };
}

class Reader {
  readonly routes = new Map<string, PermittedRoute>();
  readonly landings = new Map<string, string>();
  private seen = 0;

  /** The entries of one level. A container without a title is none for people: its children take its place. */
  read(list: unknown, parent: string, hidden: boolean, trail: Entry[]): Entry[] {
    if (!Array.isArray(list) || trail.length > MAX_DEPTH) return [];
    return list.flatMap((each) => this.entry(record(each), parent, hidden, trail));
  }

  private entry(raw: Loose, parent: string, hidden: boolean, trail: Entry[]): Entry[] {
    this.seen += 1;
    if (this.seen > MAX_ROUTES || typeof raw.path !== 'string') return [];
    const meta = record(raw.meta);
    const shut = hidden || raw.hidden === true;
    const away = elsewhere(raw.path);
    const path = away ?? join(parent, raw.path);
    const component = text(raw.component);
    const page = !away && Object.hasOwn(pages, component) ? pages[component] : undefined;
    if (!page && !away && !CONTAINERS.has(component)) return [];
    const redirect = text(raw.redirect);
    const title = page ? { key: page.titleKey } : serverTitle(text(meta.title));
    const entry: Entry = {
      to: path,
      title: title ?? { text: '' },
      icon: page?.icon ?? (away ? ExternalLink : (iconOf(text(meta.icon)) ?? LayoutGrid)),
      hidden: shut,
      kind: page ? 'page' : away ? 'elsewhere' : 'container',
      lands: !page && isPath(redirect) ? redirect : null,
      inert: redirect === NO_REDIRECT,
      inTrail: meta.breadcrumb !== false && title !== null,
      alwaysShown: raw.alwaysShow === true,
      children: [],
    };
    const here = [...trail, entry];
    if (page) {
      if (!isPath(path) || this.routes.has(path)) return [];
      const [cached, pinned] = [meta.noCache !== true, meta.affix === true];
      const marks = isPath(text(meta.activeMenu)) ? text(meta.activeMenu) : null;
      this.routes.set(path, { ...page, path, hidden: shut, cached, pinned, marks, trail: here });
    }
    entry.children = away ? [] : this.read(raw.children, path, shut, here);
    if (entry.kind === 'container') this.land(entry, redirect);
    if (away) return title ? [entry] : [];
    if (page) return [entry];
    return title ? [entry] : entry.children;
  }

  /** A container leads where its redirect says, without one to its first page; `noRedirect` and an empty one lead nowhere. */
  private land(entry: Entry, redirect: string): void {
    if (redirect === '') entry.lands = firstPage(entry.children);
    if (entry.lands === entry.to) entry.lands = null;
    if (entry.lands) this.landings.set(entry.to, entry.lands);
    else entry.inert = true;
  }
}

/** The first page at or below some entries. */
function firstPage(entries: readonly Entry[]): string | null {
  for (const { kind, to, children } of entries) {
    const found = kind === 'page' ? to : firstPage(children);
    if (found) return found;
  }
  return null;
}

const read = new WeakMap<object, Access>();
const NOTHING: Access = { routes: [], menu: [], landings: new Map() };

/** Reads the server's list. Never throws on what the server sends; the same list is read once. */
export function readRouters(list: unknown): Access {
  if (typeof list !== 'object' || list === null) return NOTHING;
  const before = read.get(list);
  if (before) return before;
  const reader = new Reader();
  const menu = reader.read(list, '', false, []);
  const access = { routes: [...reader.routes.values()], menu, landings: reader.landings };
  read.set(list, access);
  return access;
}

/** The pages among the entries, without containers and links. */
export const permittedRoutes = (list: unknown): PermittedRoute[] => readRouters(list).routes;

/** A title in the interface's language. */
export const titleText = (title: Title, t: TFunction): string => ('key' in title ? t(title.key) : title.text);
