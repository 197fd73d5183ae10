// The permissions that a parent ticks for the phones of a sub-account, and how each looks.
import { Tooltip } from 'antd';
import { FolderInput, type LucideIcon, Pencil, Power, Replace, RotateCcw, Ruler, Sparkles } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Permission } from './api';
import styles from './SubAccounts.module.css';

export const PERMISSIONS = [
  'power',
  'rename',
  'density',
  'reset',
  'replace',
  'group',
  'newDevice',
] as const satisfies readonly Permission[];

export const ICONS: Record<Permission, LucideIcon> = {
  power: Power,
  rename: Pencil,
  density: Ruler,
  reset: RotateCcw,
  replace: Replace,
  group: FolderInput,
  newDevice: Sparkles,
};

/** A box for each permission: full where it is given. */
export function PermissionBoxes({ given }: { given: readonly Permission[] }) {
  const { t } = useTranslation();
  const names = given.map((each) => t(`subAccounts.${each}`)).join(' · ');
  return (
    <span role="img" aria-label={names || t('subAccounts.noPermissions')} className={styles.boxes}>
      {PERMISSIONS.map((each) => {
        const Icon = ICONS[each];
        const has = given.includes(each);
        return (
          <Tooltip key={each} title={t(`subAccounts.${each}`)}>
            <span className={styles.box} data-given={has}>
              {has ? <Icon size={12} strokeWidth={1.6} aria-hidden="true" /> : null}
            </span>
          </Tooltip>
        );
      })}
    </span>
  );
}

/** Legend of the boxes, in the toolbar. */
export function PermissionLegend() {
  const { t } = useTranslation();
  return (
    <span className={styles.legend} aria-hidden="true">
      {PERMISSIONS.map((each) => {
        const Icon = ICONS[each];
        return (
          <span key={each}>
            <Icon size={14} strokeWidth={1.6} /> {t(`subAccounts.${each}`)}
          </span>
        );
      })}
    </span>
  );
}
