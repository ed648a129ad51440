import { enableCompileCache } from 'node:module';
import { runCommandLine } from './command-line';
import { commands } from './commands';
import { exitCodes } from './exit-code';

enableCompileCache();
const { env, stdout, stderr, stdin, argv } = process;
const interruption = new AbortController();

// The reader of the output may have closed it: `lectern search … | head -1`.
for (const stream of [stdout, stderr])
  stream.on('error', ({ code }: NodeJS.ErrnoException) => process.exit(code === 'EPIPE' ? 0 : exitCodes.broken));

// The first Ctrl+C lets the command end what it has begun; the second one does not.
process.on('SIGINT', () => {
  if (interruption.signal.aborted) process.exit(exitCodes.interrupted);
  interruption.abort(new Error('Interrupted'));
});
process.on('SIGTERM', () => interruption.abort(new Error('Terminated')));

runCommandLine(argv.slice(2), { commands, env, stdout, stderr, stdin, signal: interruption.signal }).then(
  (code) => (process.exitCode = code),
  (error: unknown) => {
    console.error(error);
    process.exitCode = exitCodes.broken;
  },
);
