// Facts about a configuration that the parts of the prices' page share.

import { permissionOf } from '@/core/operations';
import { holdsPermission } from '@/core/rules';
import { locale } from '@/core/storage';
import { useRights } from '@/ui/rights/Gate';
import type { StoredConfiguration } from './api';

/** The name in the language of the page. */
export const nameOf = ({ nameZh, nameEn }: Pick<StoredConfiguration, 'nameZh' | 'nameEn'>): string =>
  locale.get() === 'zh-CN' || nameEn === '' ? nameZh : nameEn;

/** Whether whoever is signed in may change prices. */
export function useMayPrice(): boolean {
  const needed = permissionOf('save_price_draft');
  const { permissions } = useRights();
  return needed === undefined || holdsPermission(permissions, [needed]);
}
