import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as ts from 'typescript';
import type { GuideBlock } from './guide-blocks';
import { projectRoot } from './process';

const TIMEOUT_MS = 120_000;
/** Files of a checkout that the guides use. */
const CHECKOUT = ['docs', 'e2e', 'examples', 'node_modules', 'package.json', 'tools'];
const PYTHON = join(projectRoot, '.cache/python');
/** The address that the guides show. */
const SHOWN_ORIGIN = 'http://127.0.0.1:8080';
/** A reader can wait a second where hundreds of tests cannot. */
const SHOWN_POLL = 'do sleep 1; done';
const QUICK_POLL = 'do sleep 0.2; done';

/** Each call through npm looks whether the build is new, seconds on a busy machine; pages that call it once keep it. */
const SHOWN_PROGRAM = 'lectern() { npm run --silent lectern -- "$@"; }';
const PROGRAM = `lectern() { '${process.execPath}' '${join(projectRoot, 'dist/apps/cli/main.js')}' "$@"; }`;

/** Ways to run a block, by its language: the commands of a shell. */
const commandsOf: Readonly<Record<string, (text: string, file: string) => string>> = {
  sh: (text) => text,
  bash: (text) => text,
  ts: (_, file) => `'${process.execPath}' ${file}`,
  typescript: (_, file) => `'${process.execPath}' ${file}`,
  python: (_, file) => `.venv/bin/python ${file}`,
};

export const runnableLanguages: ReadonlySet<string> = new Set(Object.keys(commandsOf));

/** Why a block cannot run here; undefined when it can. */
export function missingFor({ language, text }: GuideBlock): string | undefined {
  const needsPython = language === 'python' || text.includes('.venv/');
  return needsPython && !existsSync(PYTHON) ? 'no Python tools: run `node tools/python-tools.mjs`' : undefined;
}

/** How the blocks of a page ended. */
export interface GuideResult {
  /** Output of each block, in order; blocks after a failed one are absent. */
  readonly printed: readonly string[];
  /** The block that failed, and what it printed; undefined when all ended as they should. */
  readonly failure?: string;
  /** Messages of the compiler about its TypeScript. */
  readonly typeErrors: readonly string[];
}

/** Runs blocks one after the other in one shell, in a folder that looks like a checkout. */
export async function runBlocks(
  blocks: readonly GuideBlock[],
  { origin, token }: { readonly origin: string; readonly token: string },
): Promise<GuideResult> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-guide-'));
  try {
    await Promise.all(CHECKOUT.map((name) => symlink(join(projectRoot, name), join(folder, name))));
    if (existsSync(PYTHON)) await symlink(PYTHON, join(folder, '.venv'));
    const real = (text: string) =>
      text
        .replaceAll(SHOWN_ORIGIN, origin)
        .replace(/^TOKEN=…/m, `TOKEN=${token}`)
        .replaceAll(SHOWN_POLL, QUICK_POLL)
        .replace(SHOWN_PROGRAM, () => PROGRAM);
    const steps = blocks.map((block, at) => ({ ...block, text: real(block.text), file: fileOf(block, at) }));
    await Promise.all(steps.map(({ file, text }) => writeFile(join(folder, file), text)));
    const code = await bash(folder, steps.map(stepOf).join('\n'));
    const printed = await outputs(folder, steps.length);
    const typeErrors = typeErrorsIn(
      steps.filter(({ file }) => file.endsWith('.mts')).map(({ file }) => join(folder, file)),
    );
    return { printed, typeErrors, ...(code !== 0 && { failure: await failureOf(folder, printed, blocks) }) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const extensions: Readonly<Record<string, string>> = { ts: 'mts', typescript: 'mts', python: 'py' };

function fileOf({ language }: GuideBlock, at: number): string {
  return `block-${at}.${extensions[language] ?? 'sh'}`;
}

interface Step extends GuideBlock {
  readonly file: string;
}

function stepOf({ language, text, file, fails }: Step, at: number): string {
  const commands = commandsOf[language]?.(text, file) ?? 'false';
  const refused = `set +e; (set -e\n${commands}\n); [ $? -ne 0 ] || { echo 'It ended with 0.' >&2; exit 1; }; set -e`;
  return `exec >${at}.out 2>${at}.err\n${fails ? refused : commands}`;
}

/** Calls that are refused end with an error, as those that cannot reach a server do; the last answer is kept. */
const PRELUDE = `set -eo pipefail
curl() { command curl --fail-with-body "$@" | tee answer; }
trap 'echo "$BASH_COMMAND: $(cat answer)" >&2' ERR
`;

async function bash(folder: string, script: string): Promise<number | null> {
  const { PATH = '', HOME = '' } = process.env;
  await writeFile(join(folder, 'page.sh'), PRELUDE + script);
  const options = { cwd: folder, env: { PATH, HOME }, timeout: TIMEOUT_MS, stdio: 'ignore' } as const;
  const [code] = await once(spawn('bash', ['page.sh'], options), 'exit');
  // The first argument of the event.
  return code as number | null;
}

async function outputs(folder: string, count: number): Promise<readonly string[]> {
  const begun = Array.from({ length: count }, (_, at) => join(folder, `${at}.out`)).filter(existsSync);
  return Promise.all(begun.map((file) => readFile(file, 'utf8')));
}

async function failureOf(folder: string, printed: readonly string[], blocks: readonly GuideBlock[]): Promise<string> {
  const last = printed.length - 1;
  const errors = await readFile(join(folder, `${last}.err`), 'utf8');
  return `${blocks[last]?.place}: ${printed[last]}${errors}`;
}

function typeErrorsIn(files: readonly string[]): readonly string[] {
  if (files.length === 0) return [];
  const program = ts.createProgram(files, {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    target: ts.ScriptTarget.ESNext,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    typeRoots: [join(projectRoot, 'node_modules/@types')],
    types: ['node'],
  });
  return ts.getPreEmitDiagnostics(program).map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '));
}
