// Places where an operation on chosen apps would take effect: a place is an app on a phone.
import { signedApart } from '@/core/rules';
import type { Upload } from '@/features/uploads/api';
import type { App, AppKind, AppOnPhone } from './api';

export interface Places {
  /** Places that the operation changes. */
  count: number;
  /** Phones of those places, each once. */
  phoneIds: number[];
}

const changes: Record<AppKind, (here: AppOnPhone) => boolean> = {
  startApp: ({ startable }) => startable,
  stopApp: ({ running }) => running,
  restartApp: ({ running, startable }) => running && startable,
  uninstallApp: () => true,
  clearApp: () => true,
};

export function placesOf(kind: AppKind, apps: readonly App[]): Places {
  const places = apps.flatMap(({ phones }) => phones.filter(changes[kind]));
  return { count: places.length, phoneIds: [...new Set(places.map(({ phoneId }) => phoneId))] };
}

/** Versions of an app with their numbers of phones, the most common first. */
export function versionsOf({ phones }: App): [version: string, count: number][] {
  const counts = new Map<string, number>();
  for (const { versionName, versionCode } of phones) {
    const version = versionName ?? (versionCode === null ? '' : String(versionCode));
    if (version) counts.set(version, (counts.get(version) ?? 0) + 1);
  }
  return [...counts].sort(([, a], [, b]) => b - a);
}

/** Largest size of an app on any of the phones; null while none is known. */
export function sizeOf({ phones }: App): number | null {
  const known = phones.flatMap(({ size }) => (size === null ? [] : [size]));
  return known.length > 0 ? Math.max(...known) : null;
}

/** Number of phones whose app is signed by other keys than a version: they would refuse the update. */
export function apartOn(apps: readonly App[], version: Upload['app']): number {
  const app = apps.find((each) => each.package === version?.package);
  if (!app || !version) return 0;
  return app.phones.filter(({ signers }) => signedApart(signers, version.signers)).length;
}
