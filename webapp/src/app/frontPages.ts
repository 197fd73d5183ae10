// The operators' pages about the shop front: how the console looks, how members come in, and what they agree to.
import { KeyRound, Palette, ScrollText } from 'lucide-react';
import { withWords } from '@/i18n';
import { lazyWithRetry } from '@/ui/lazyWithRetry';
import type { Page } from './permitted';

export const frontPages: Record<string, Page> = {
  'branding/desk': {
    Component: lazyWithRetry(() =>
      withWords(['ui', 'auth', 'branding', 'brandingDesk'], () => import('@/features/branding/desk/BrandingDeskPage')),
    ),
    titleKey: 'pages.branding',
    icon: Palette,
    usual: '/operator/branding',
  },
  'auth/desk': {
    Component: lazyWithRetry(() =>
      withWords(['ui', 'signInDesk'], () => import('@/features/auth/desk/SignInDeskPage')),
    ),
    titleKey: 'pages.signInDesk',
    icon: KeyRound,
    usual: '/operator/sign-in',
  },
  'branding/agreements': {
    Component: lazyWithRetry(() =>
      withWords(['ui', 'agreements'], () => import('@/features/branding/agreements/AgreementsPage')),
    ),
    titleKey: 'pages.agreements',
    icon: ScrollText,
    usual: '/operator/agreements',
  },
};
