// The operators' pages about how things stand: today, and the server itself.
import { Cpu, Gauge } from 'lucide-react';
import { withWords } from '@/i18n';
import { lazyWithRetry } from '@/ui/lazyWithRetry';
import type { Page } from './permitted';

export const statePages: Record<string, Page> = {
  'admin/overview': {
    Component: lazyWithRetry(() =>
      withWords(['ui', 'admin', 'hosts', 'overview', 'system'], () => import('@/features/admin/overview/OverviewPage')),
    ),
    titleKey: 'pages.today',
    icon: Gauge,
    usual: '/operator/overview',
  },
  'admin/system': {
    Component: lazyWithRetry(() =>
      withWords(['ui', 'admin', 'overview', 'system'], () => import('@/features/admin/system/SystemPage')),
    ),
    titleKey: 'pages.serverState',
    icon: Cpu,
    usual: '/operator/system',
  },
};
