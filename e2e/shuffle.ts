// The tests' files in another order, to prove that none needs the one before it: Playwright takes files by their paths, so they are copied to
// paths that chance begins, the same for the same number. A file in a folder gets that folder for itself, so that files of all folders mix.
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';

const HERE = import.meta.dirname;

const begins = (seed: string, path: string): string => createHash('sha256').update(`${seed} ${path}`).digest('hex').slice(0, 8);

/** The folder of the tests in the order that `seed` gives. Made once a run, by the process that has no worker's number. */
export function shuffled(seed: string): string {
  const folder = join(HERE, `shuffled-${seed}`);
  if (process.env.TEST_WORKER_INDEX === undefined) {
    rmSync(folder, { recursive: true, force: true });
    for (const path of readdirSync(join(HERE, 'tests'), { recursive: true, encoding: 'utf8' })) {
      if (!path.endsWith('.ts')) continue;
      const copy = join(folder, `${begins(seed, path)}-${path}`);
      mkdirSync(dirname(copy), { recursive: true });
      copyFileSync(join(HERE, 'tests', path), copy);
    }
  }
  return folder;
}
