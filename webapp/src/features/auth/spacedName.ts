// A space between a name in Latin letters and the Chinese that follows it.
import { locale } from '@/core/storage';

export const spacedName = (name: string): string =>
  locale.get() === 'zh-CN' && /[!-~]$/.test(name) ? `${name} ` : name;
