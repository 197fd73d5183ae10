// Permissions in groups, as the matrix shows them: by what their names begin with, the rest at the end.
export const groups = ['devices', 'money', 'members', 'shop', 'system'] as const;
export type Group = (typeof groups)[number];

const beginnings: readonly [string, Group][] = [
  ['phone:', 'devices'],
  ['infra:host', 'devices'],
  ['infra:phone', 'devices'],
  ['infra:maintenance', 'devices'],
  ['order:', 'money'],
  ['trade:', 'money'],
  ['member:', 'members'],
  ['system:user:', 'members'],
  ['system:feedback:', 'members'],
  ['system:notice:', 'shop'],
  ['system:agreement:', 'shop'],
  ['system:branding:', 'shop'],
  ['system:sign-in:', 'shop'],
  ['infra:market', 'shop'],
];

const groupOf = (permission: string): Group =>
  beginnings.find(([beginning]) => permission.startsWith(beginning))?.[1] ?? 'system';

/** The wildcard stands by itself, above all groups. */
export const EVERYTHING = '*:*:*';

export function grouped<P extends { name: string }>(permissions: readonly P[]): [Group, P[]][] {
  return groups
    .map((group): [Group, P[]] => [
      group,
      permissions.filter(({ name }) => name !== EVERYTHING && groupOf(name) === group),
    ])
    .filter(([, list]) => list.length > 0);
}

/** Changes of a draft: permissions that come, and that go. */
export function changesOf(
  before: readonly string[],
  after: ReadonlySet<string>,
): { added: string[]; removed: string[] } {
  return {
    added: [...after].filter((name) => !before.includes(name)),
    removed: before.filter((name) => !after.has(name)),
  };
}
