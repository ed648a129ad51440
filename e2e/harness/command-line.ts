import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { projectRoot } from './process';

const TIMEOUT_MS = 120_000;
const OUTPUT_BYTES_MAX = 16 * 1024 ** 2;

/** How a command of `lectern` ended. */
export interface CommandResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs `lectern` with this environment; without `env` it knows neither server nor token. */
export function lectern(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  main = join(projectRoot, 'dist/apps/cli/main.js'),
): Promise<CommandResult> {
  const program = [main, ...args];
  const options = { env: { ...env }, timeout: TIMEOUT_MS, maxBuffer: OUTPUT_BYTES_MAX };
  return new Promise((resolve, reject) => {
    execFile(process.execPath, program, options, (error, stdout, stderr) => {
      const code = error ? error.code : 0;
      if (typeof code === 'number') resolve({ code, stdout, stderr });
      else reject(error);
    });
  });
}
