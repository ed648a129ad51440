import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { root } from '../tidy/workspace';
import { settings } from './settings';

const script = `import('./docker/assemble.mjs').then(({ parts }) => console.log(JSON.stringify(parts(process.argv[1]).files)))`;
const known = new Map<string, ReadonlySet<string>>();

/** The settings that the compiled code of a program declares, its libs' included. */
export function settingsOf(program: string): ReadonlySet<string> {
  const before = known.get(program);
  if (before) return before;
  const { stdout, stderr } = spawnSync(process.execPath, ['-e', script, program], { cwd: root, encoding: 'utf8' });
  if (stdout === '') throw new Error(stderr);
  const files: string[] = JSON.parse(stdout);
  const code = files
    .filter((file) => /config\.js$|(data-dir|deployment)\.js$/.test(file))
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n');
  const declared = new Set([...settings].filter((name) => new RegExp(`\\b${name}: \\(`).test(code)));
  known.set(program, declared);
  return declared;
}
