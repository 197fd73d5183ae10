// The operators' pages about what is sold and about money, by the names under which the server lists them.
import { ReceiptText, Tags } from 'lucide-react';
import { withWords } from '@/i18n';
import { lazyWithRetry } from '@/ui/lazyWithRetry';
import type { Page } from './permitted';

export const shopPages: Record<string, Page> = {
  'orders/prices': {
    Component: lazyWithRetry(() =>
      withWords(['ui', 'phones', 'orders', 'payments', 'prices'], () => import('@/features/orders/prices/PricesPage')),
    ),
    titleKey: 'pages.prices',
    icon: Tags,
    usual: '/operator/prices',
  },
  'orders/all': {
    Component: lazyWithRetry(() =>
      withWords(
        ['ui', 'phones', 'orders', 'payments', 'admin', 'desk'],
        () => import('@/features/orders/desk/AllOrdersPage'),
      ),
    ),
    titleKey: 'pages.allOrders',
    icon: ReceiptText,
    usual: '/operator/orders',
  },
  'orders/refunds': {
    Component: lazyWithRetry(() =>
      withWords(
        ['ui', 'phones', 'orders', 'payments', 'admin', 'desk'],
        () => import('@/features/orders/desk/RefundsPage'),
      ),
    ),
    titleKey: 'pages.refunds',
    icon: ReceiptText,
    usual: '/operator/refunds',
  },
  'orders/mismatches': {
    Component: lazyWithRetry(() =>
      withWords(
        ['ui', 'phones', 'orders', 'payments', 'admin', 'desk'],
        () => import('@/features/orders/desk/MismatchesPage'),
      ),
    ),
    titleKey: 'pages.mismatches',
    icon: ReceiptText,
    usual: '/operator/mismatches',
  },
  'orders/bills': {
    Component: lazyWithRetry(() =>
      withWords(
        ['ui', 'phones', 'orders', 'payments', 'admin', 'desk'],
        () => import('@/features/orders/desk/BillsPage'),
      ),
    ),
    titleKey: 'pages.bills',
    icon: ReceiptText,
    usual: '/operator/bills',
  },
  'orders/ledger': {
    Component: lazyWithRetry(() =>
      withWords(
        ['ui', 'phones', 'orders', 'payments', 'admin', 'desk'],
        () => import('@/features/orders/desk/LedgerPage'),
      ),
    ),
    titleKey: 'pages.ledger',
    icon: ReceiptText,
    usual: '/operator/ledger',
  },
};
