import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { declaredSlices } from '@lectern/config';

type Slice = ReturnType<typeof declaredSlices>[number];
type Setting = Slice['settings'][string];

const HEAD = `# Configuration

Every setting is a variable of the environment. A process reads what its modules declare and refuses to start, with
exit code 78 and all that is wrong, when something cannot be used. Secrets are not shown in logs or errors; each can be
given as a file instead: \`DATABASE_URL_FILE\` names the file that \`DATABASE_URL\` is in.

Written by \`npm run docs\` from the declarations in the code.
`;

/** Loads every module that declares settings: declaring is a side effect of loading. */
export function loadDeclarations(libs: string): void {
  for (const entry of readdirSync(libs, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name);
    const isSource =
      entry.isFile() && file.endsWith('.js') && file.includes('/src/') && !/\.(fixture|bench)\./.test(file);
    if (isSource && readFileSync(file, 'utf8').includes('.configSlice)(')) require(file);
  }
}

/** The reference of all settings that were declared, as Markdown. */
export function configurationReference(): string {
  return [HEAD, ...declaredSlices().map(section)].join('\n');
}

function section({ name, settings }: Slice): string {
  const rows = Object.entries(settings).map(([variable, setting]) => row(variable, setting));
  return `## ${name}\n\n| Variable | Value | Default | Meaning |\n| --- | --- | --- | --- |\n${rows.join('\n')}\n`;
}

function row(variable: string, { type, doc, secret, fallback, optional }: Setting): string {
  const absent = optional ? 'not set' : '**required**';
  const shown = fallback === undefined ? absent : fallback === '' ? 'empty' : `\`${fallback}\``;
  const cells = [`\`${variable}\``, secret ? `${type} (secret)` : type, shown, doc];
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('*', '\\*')).join(' | ')} |`;
}
