// Paths on a phone as the files tab shows them. The server decides which are allowed.

/** The phone's shared storage. */
export const ROOT = '/sdcard';

export const inside = (folder: string, name: string): string => `${folder}/${name}`;

/** Parent folder; the root is its own parent. */
export const above = (path: string): string => (path === ROOT ? ROOT : path.slice(0, path.lastIndexOf('/')));

/** Folders from the root to a path, the root first, each with its name and path. */
export function way(path: string): { name: string; path: string }[] {
  const names = path.slice(ROOT.length).split('/').filter(Boolean);
  const steps = names.map((name, index) => ({ name, path: [ROOT, ...names.slice(0, index + 1)].join('/') }));
  return [{ name: '', path: ROOT }, ...steps];
}
