import { runCommandLine } from './command-line';
import { commands } from './commands';
import { exitCodes } from './exit-code';

const { env, stdout, stderr, argv } = process;

// The reader of the output may have closed it.
stdout.on('error', () => process.exit());
runCommandLine(argv.slice(2), { commands, env, stdout, stderr }).then(
  (code) => (process.exitCode = code),
  (error: unknown) => {
    console.error(error);
    process.exitCode = exitCodes.broken;
  },
);
