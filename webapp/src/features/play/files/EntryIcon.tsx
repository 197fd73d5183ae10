// Icon for the kind of a file or folder; decorative, since words beside it say the kind.
import { Folder, Link2 } from 'lucide-react';
import { fileIcon } from '@/ui/fileIcons';
import type { Entry } from './api';
import styles from './Files.module.css';

export function EntryIcon({ entry: { kind, name } }: { entry: Pick<Entry, 'kind' | 'name'> }) {
  const Icon = kind === 'folder' ? Folder : kind === 'link' ? Link2 : fileIcon(name);
  return <Icon size={16} strokeWidth={1.6} aria-hidden="true" className={styles.icon} data-kind={kind} />;
}
