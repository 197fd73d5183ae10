// Keeps the scripts of a page small: sums, gzipped, what the browser loads for /login and /index and fails where less than a twentieth of
// the budget is free, so that a fix always has room.
// Run after `vite build`; reads the build's manifest, so nothing is measured that is not shipped.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

const dist = process.argv[2] ?? join(import.meta.dirname, '../dist');
const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8'));
const KB = 1024;
/** Share of each budget that stays free. */
const FREE = 0.05;

const pages = [
  {
    path: '/login',
    limitKb: 300,
    parts: ['src/features/auth/signIn/SignInPage.tsx'],
    words: (language) => [`src/i18n/${language}/core.json`, `src/i18n/${language}/auth.json`],
    worker: false,
  },
  {
    path: '/index',
    limitKb: 446,
    parts: ['src/app/console.ts'],
    words: (language) => [`src/i18n/${language}/core.json`, `src/i18n/together/${language}.ts`],
    worker: true,
  },
];
// Loaded with every page; of the two languages the larger counts.
const always = ['index.html'];
const languages = [
  ['zh-CN', 'node_modules/antd/locale/zh_CN.js'],
  ['en-US', 'node_modules/antd/locale/en_US.js'],
];

/** A manifest key: exact, or the one that ends like it (packages may resolve to another folder). */
function keyOf(name) {
  if (manifest[name]) return name;
  const found = Object.keys(manifest).find((key) => key.endsWith(name.split('/').slice(-2).join('/')));
  if (!found) throw new Error(`the build has no ${name}`);
  return found;
}

/** The files of a part and of all that it imports statically. */
function filesOf(key, into = new Set(), seen = new Set()) {
  if (seen.has(key)) return into;
  seen.add(key);
  const entry = manifest[key];
  if (entry.file.endsWith('.js')) into.add(entry.file);
  for (const next of entry.imports ?? []) filesOf(next, into, seen);
  return into;
}

const sizes = new Map();
function gzipBytes(file) {
  if (!sizes.has(file)) sizes.set(file, gzipSync(readFileSync(join(dist, file)), { level: 9 }).length);
  return sizes.get(file);
}
const sum = (files) => [...files].reduce((total, file) => total + gzipBytes(file), 0);

// The worker and what it loads are no imports of the page, so they are found by name.
const workers = readdirSync(join(dist, 'assets'))
  .filter((name) => /^(worker|stream)-.*\.js$/.test(name))
  .map((name) => `assets/${name}`);

let failed = false;
function judge(what, kb, limitKb) {
  // To a tenth, as it is printed: names of files change a few bytes.
  const fine = Math.round(kb * 10) / 10 <= limitKb * (1 - FREE);
  failed ||= !fine;
  const free = (100 * (1 - kb / limitKb)).toFixed(1);
  console.log(
    `${fine ? 'ok  ' : 'OVER'} ${what.padEnd(8)} ${kb.toFixed(1)} KB of ${limitKb} KB, gzipped: ${free} % free`,
  );
}

for (const { path, limitKb, parts, words, worker } of pages) {
  const totals = languages.map(([language, antd]) => {
    const files = new Set(['boot.js']);
    for (const part of [...always, ...parts, antd, ...words(language)]) filesOf(keyOf(part), files);
    if (worker) for (const file of workers) files.add(file);
    return sum(files);
  });
  judge(path, Math.max(...totals) / KB, limitKb);
}

// The rules in wasm, which every page loads.
const RULES_LIMIT_KB = 125;
const rules = readdirSync(join(dist, 'assets')).filter((name) => /^rules_bg-.*\.wasm$/.test(name));
if (rules.length !== 1) throw new Error(`${rules.length} rules modules`);
judge('rules', sum(rules.map((name) => `assets/${name}`)) / KB, RULES_LIMIT_KB);
process.exit(failed ? 1 : 0);
