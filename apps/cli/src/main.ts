import { commands } from './commands';
import { runCommandLine } from './command-line';

const { env, stdout, stderr, argv } = process;
void runCommandLine(argv.slice(2), { commands, env, stdout, stderr }).then((code) => (process.exitCode = code));
