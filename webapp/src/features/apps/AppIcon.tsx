// Icon of an app, or a box while the icon is not known.
import { Package } from 'lucide-react';
import styles from './Apps.module.css';

export function AppIcon({ icon }: { icon: string | null }) {
  return (
    <span className={styles.icon}>
      {icon ? <img src={icon} alt="" /> : <Package size={18} strokeWidth={1.6} aria-hidden="true" />}
    </span>
  );
}
