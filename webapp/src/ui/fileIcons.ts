// Icon that shows at a glance what a file is, by the ending of its name; the words beside it say it too.
import { Archive, File, FileText, Film, Image, type LucideIcon, Music, Package } from 'lucide-react';

const endings: readonly [LucideIcon, RegExp][] = [
  [Image, /\.(jpe?g|png|gif|webp|heic|bmp|svg)$/i],
  [Film, /\.(mp4|mkv|mov|avi|webm|3gp)$/i],
  [Music, /\.(mp3|m4a|ogg|opus|flac|wav|aac)$/i],
  [Package, /\.(apk|apks|xapk|apkm)$/i],
  [Archive, /\.(zip|rar|7z|tar|gz|bz2|xz)$/i],
  [FileText, /\.(txt|md|log|json|xml|csv|pdf|docx?|xlsx?|pptx?)$/i],
];

export const fileIcon = (name: string): LucideIcon => endings.find(([, ending]) => ending.test(name))?.[0] ?? File;
