// Paths of a phone as the tab shows them. Which are allowed, the server decides.

/** The phone's shared storage. */
export const ROOT = '/sdcard';

export const inside = (folder: string, name: string): string => `${folder}/${name}`;

/** The folder above; the root is its own. */
export const above = (path: string): string => (path === ROOT ? ROOT : path.slice(0, path.lastIndexOf('/')));

/** The way from the root to a folder, the root first: each with its name and path. */
export function way(path: string): { name: string; path: string }[] {
  const names = path.slice(ROOT.length).split('/').filter(Boolean);
  const steps = names.map((name, index) => ({ name, path: [ROOT, ...names.slice(0, index + 1)].join('/') }));
  return [{ name: '', path: ROOT }, ...steps];
}
