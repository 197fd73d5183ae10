// The member's own pages behind the corner with its number, in the order of the menu.
import { Info, type LucideIcon, Mail, ReceiptText, Share2, Ticket, Trash2, Upload } from 'lucide-react';
import { paths } from '@/app/paths';
import type { PermittedRoute } from '@/app/permitted';

const all = [
  { path: paths.uploads, key: 'shell.uploads', icon: Upload },
  { path: paths.orders, key: 'shell.orders', icon: ReceiptText },
  { path: paths.sharing, key: 'shell.sharing', icon: Share2 },
  { path: paths.redeem, key: 'shell.redeem', icon: Ticket },
  { path: paths.recycleBin, key: 'shell.recycleBin', icon: Trash2 },
  { path: paths.notices, key: 'shell.messages', icon: Mail },
  { path: paths.about, key: 'shell.about', icon: Info },
] as const satisfies readonly { path: string; key: string; icon: LucideIcon }[];

/** Those that the member may open. */
export const memberPages = (routes: readonly PermittedRoute[]) =>
  all.filter(({ path }) => routes.some((route) => route.path === path));
