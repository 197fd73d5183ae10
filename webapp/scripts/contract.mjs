// Writes src/contract/operations.ts (which method and path each operation of the API document has, and the permission it asks for) and
// src/contract/constants.ts (the document's `x-constants`). Answer codes stand in a file of their own, each by itself: a page loads those that it asks for.
import { readFileSync, writeFileSync } from 'node:fs';

const document = JSON.parse(readFileSync('../contract/openapi.json', 'utf8'));
const rows = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => [
    operation.operationId,
    [method.toUpperCase(), path, ...(operation['x-level']?.match(/^perm:(.+)$/)?.slice(1) ?? [])],
  ]),
);
rows.sort((a, b) => (a[0] < b[0] ? -1 : 1));
const lines = rows.map(([id, parts]) => `  ${id}: [${parts.map((part) => `'${part}'`).join(', ')}],`);
writeFileSync(
  'src/contract/operations.ts',
  `// Written by \`cargo xtask contract\` from contract/openapi.json.\nexport const operations = {\n${lines.join('\n')}\n} as const;\n`,
);

// Keys stay as the document has them; Biome's own spelling of a literal is kept, so that the file needs no formatting after.
const literal = (value, depth) => {
  if (Array.isArray(value)) return `[${value.map((each) => literal(each, depth)).join(', ')}]`;
  if (typeof value === 'string') return `'${value}'`;
  if (typeof value !== 'object') return String(value);
  const inside = '  '.repeat(depth + 1);
  const rows = Object.entries(value).map(([key, each]) => `${inside}${key}: ${literal(each, depth + 1)},\n`);
  return `{\n${rows.join('')}${'  '.repeat(depth)}}`;
};
// Numbers that stand for something are types of their own; limits are numbers.
const { AnswerCode: codes, ...others } = document['x-constants'];
const constants = Object.entries(others).map(
  ([name, values]) => `export const ${name} = ${literal(values, 0)}${name.endsWith('Limits') ? '' : ' as const'};\n`,
);
const written = '// Written by `cargo xtask contract` from contract/openapi.json.\n';
writeFileSync(
  'src/contract/constants.ts',
  `${written}export * as AnswerCode from './codes';\n\n${constants.join('\n')}`,
);
writeFileSync(
  'src/contract/codes.ts',
  written +
    Object.entries(codes)
      .map(([name, number]) => `export const ${name} = ${number};\n`)
      .join(''),
);
