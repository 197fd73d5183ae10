// Writes src/contract/operations.ts: which method and path each operation of the API document has, and the permission it asks for.
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
