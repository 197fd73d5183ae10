// The state of the server as text for whoever is asked for help: in English, whatever the console's language, and without members.
import { formatBytes } from '@/core/rules';
import type { System } from './api';

const time = (ms: number | null | undefined): string => (ms == null ? '-' : new Date(ms).toISOString());

export function asText(system: System): string {
  const { database, sockets, storage } = system;
  const lines = [
    `Owldeck ${system.version} (${system.build}, ${system.platform})`,
    `now ${time(system.time)}, started ${time(system.startedTime)}`,
    `origin ${system.publicOrigin ?? '-'}`,
    `database ${database.kind} ${database.version}, ${database.stamp}, ${formatBytes(database.bytes)}, ${database.migrations} migrations, last ${database.lastMigration}`,
    `sockets: ${sockets.members} of members, ${sockets.pictures} of pictures, ${sockets.online} members online`,
    `storage: ${storage.files} files, ${formatBytes(storage.bytes)}, free ${storage.freeBytes == null ? '-' : formatBytes(storage.freeBytes)}`,
    '',
    'queues:',
    ...system.queues.map(({ name, count, firstTime }) => `  ${name} ${count}, first ${time(firstTime)}`),
    '',
    'settings:',
    ...system.settings.map(
      ({ variable, value, secret, source }) =>
        `  ${variable} = ${secret ? (source === 'default' ? '(not set)' : '(secret)') : (value ?? '(none)')} [${source}]`,
    ),
    '',
    'errors:',
    ...system.errors.map(
      ({ time: at, call, reason, times, requestId }) => `  ${time(at)} ${call}: ${reason} (${times}, ${requestId})`,
    ),
  ];
  return `${lines.join('\n')}\n`;
}
