// Writes src/contract/licences.json: the components of others that are inside the server, the wasm modules and the web app, of Cargo.lock and
// package-lock.json. What only builds and tests use is left out.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';

/** Crates that are handed out; all others are reached from them. */
const OURS = ['owldeck', 'rules', 'soft', 'stream'];
/** Of components that name a file instead of a licence: what the file says. */
const OF_FILES = { captcha: 'MIT', 'combine-errors': 'MIT' };
const PLATFORMS = ['x86_64-unknown-linux-gnu', 'wasm32-unknown-unknown'];

function unnamed(name) {
  throw new Error(`${name} names no licence`);
}

function crates() {
  const platforms = PLATFORMS.flatMap((platform) => ['--filter-platform', platform]);
  const told = execFileSync('cargo', ['metadata', '--format-version', '1', '--locked', ...platforms], {
    cwd: new URL('../..', import.meta.url),
    maxBuffer: 64 * 1024 * 1024,
  });
  const { packages, resolve } = JSON.parse(told.toString());
  const known = new Map(packages.map((each) => [each.id, each]));
  const nodes = new Map(resolve.nodes.map((node) => [node.id, node]));
  const inside = new Set();
  const waiting = packages.filter(({ name, source }) => source === null && OURS.includes(name)).map(({ id }) => id);
  while (waiting.length > 0) {
    const id = waiting.pop();
    if (inside.has(id)) continue;
    inside.add(id);
    for (const { pkg, dep_kinds } of nodes.get(id).deps) {
      if (dep_kinds.some(({ kind }) => kind === null)) waiting.push(pkg);
    }
  }
  return [...inside]
    .map((id) => known.get(id))
    .filter(({ source }) => source !== null)
    .map(({ name, version, license }) => ({ name, version, licence: license ?? OF_FILES[name] ?? unnamed(name) }));
}

function packages() {
  const lock = JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8'));
  return Object.entries(lock.packages)
    .filter(([path, { dev, link }]) => path !== '' && !dev && !link)
    .map(([path, { version, license }]) => ({
      name: path.split('node_modules/').pop(),
      version,
      licence: license ?? OF_FILES[path.split('node_modules/').pop()] ?? unnamed(path),
    }));
}

const order = (one, other) => (one < other ? -1 : one > other ? 1 : 0);
const lines = [...crates(), ...packages()].map((each) => JSON.stringify(each));
const sorted = [...new Set(lines)].sort(order);
writeFileSync(new URL('../src/contract/licences.json', import.meta.url), `[\n  ${sorted.join(',\n  ')}\n]\n`);
