import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Command, CommandContext } from './command';
import { CommandError, type ExitCode, exitCodes } from './exit-code';
import { textOption, wholeOption } from './program';

export const serve: Command = {
  name: 'serve',
  summary: 'run the whole product in one process, until Ctrl+C',
  details: [
    'Needs the product beside this program: a checkout or the packed folder. Settings are those of the environment.',
  ],
  options: {
    port: { value: 'PORT', doc: 'HTTP port; HTTP_PORT, or 8080, when absent' },
    data: { value: 'FOLDER', doc: 'data folder; DATA_DIR, or lectern in $XDG_DATA_HOME, when absent' },
  },
  isLocal: true,
  run: async (context) => {
    const { options } = context;
    const port = wholeOption(options, 'port', { min: 0, max: 65_535, otherwise: -1 });
    const data = textOption(options, 'data');
    const settings = { ...(port >= 0 && { HTTP_PORT: String(port) }), ...(data !== undefined && { DATA_DIR: data }) };
    return runBeside(context, ['../standalone/main.js'], settings);
  },
};

export const demonstrate: Command = {
  name: 'demo',
  summary: 'start Lectern, upload nine documents, ask questions, stop',
  details: ['Needs a checkout.'],
  options: { agent: { doc: 'have a retrieval agent answer, and show its steps' } },
  isLocal: true,
  run: (context) => runBeside(context, ['../../e2e/demo/main.js', ...(context.options['agent'] ? ['--agent'] : [])]),
};

/** Less memory for objects that live shortly, and for what native code frees, as in the images. */
const frugal = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '262144', MALLOC_TRIM_THRESHOLD_: '262144' };

/** A program of the same installation; signals reach it, and its end is ours. */
async function runBeside(
  { env, signal }: CommandContext,
  [program = '', ...args]: readonly string[],
  settings: Readonly<Record<string, string>> = {},
): Promise<ExitCode> {
  const file = join(__dirname, program);
  if (!existsSync(file))
    throw new CommandError(
      'This is the command line alone. Run the product from its packed folder, its image or a checkout: see README.md',
      exitCodes.usage,
    );
  const child = spawn(process.execPath, ['--max-semi-space-size=16', file, ...args], {
    stdio: 'inherit',
    env: { ...frugal, ...env, ...settings },
  });
  signal.addEventListener('abort', () => child.kill('SIGTERM'), { once: true });
  const [code]: unknown[] = await once(child, 'exit');
  return code === 0 ? exitCodes.done : exitCodes.notAsItShouldBe;
}
