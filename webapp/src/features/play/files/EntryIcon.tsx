// What a thing in a folder is, at a glance; the words beside it say it too.
import { Archive, File, FileText, Film, Folder, Image, Link2, type LucideIcon, Music, Package } from 'lucide-react';
import type { Entry } from './api';
import styles from './Files.module.css';

const endings: readonly [LucideIcon, RegExp][] = [
  [Image, /\.(jpe?g|png|gif|webp|heic|bmp|svg)$/i],
  [Film, /\.(mp4|mkv|mov|avi|webm|3gp)$/i],
  [Music, /\.(mp3|m4a|ogg|opus|flac|wav|aac)$/i],
  [Package, /\.(apk|apks|xapk|apkm)$/i],
  [Archive, /\.(zip|rar|7z|tar|gz|bz2|xz)$/i],
  [FileText, /\.(txt|md|log|json|xml|csv|pdf|docx?|xlsx?|pptx?)$/i],
];

export function EntryIcon({ entry: { kind, name } }: { entry: Pick<Entry, 'kind' | 'name'> }) {
  const Icon =
    kind === 'folder'
      ? Folder
      : kind === 'link'
        ? Link2
        : (endings.find(([, ending]) => ending.test(name))?.[0] ?? File);
  return <Icon size={16} strokeWidth={1.6} aria-hidden="true" className={styles.icon} data-kind={kind} />;
}
