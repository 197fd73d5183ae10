// The tests' files in another order, to prove that none needs the one before it: Playwright takes files by their names, so they are copied to
// names that chance begins, the same for the same number.
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const HERE = import.meta.dirname;

const begins = (seed: string, name: string): string => createHash('sha256').update(`${seed} ${name}`).digest('hex').slice(0, 8);

/** The folder of the tests in the order that `seed` gives. Made once a run, by the process that has no worker's number. */
export function shuffled(seed: string): string {
  const folder = join(HERE, `shuffled-${seed}`);
  if (process.env.TEST_WORKER_INDEX === undefined) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder);
    for (const name of readdirSync(join(HERE, 'tests')))
      copyFileSync(join(HERE, 'tests', name), join(folder, `${begins(seed, name)}-${name}`));
  }
  return folder;
}
