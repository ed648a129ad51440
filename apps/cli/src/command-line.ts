import { parseArgs, type ParseArgsConfig } from 'node:util';
import { Api } from './api';
import type { Command, CommandContext, Option, Options } from './command';
import { CommandError, type ExitCode, exitCodes } from './exit-code';
import { ProgressLine, type Terminal } from './progress-line';

export interface Surroundings {
  readonly commands: readonly Command[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdout: Terminal;
  readonly stderr: Terminal;
}

const DEFAULT_URL = 'http://127.0.0.1:8080';

/** Of every command. */
const generalOptions: Readonly<Record<string, Option>> = {
  url: { value: 'URL', doc: `where Lectern is; LECTERN_URL, or ${DEFAULT_URL}, when absent` },
  token: {
    value: 'TOKEN',
    doc: 'personal access token of a root user; LECTERN_TOKEN when absent, which no list of processes shows',
  },
  help: { doc: 'say what the command does, and end' },
};

const exitHelp = `Exit codes:
  0  done, and all is as it should be
  1  something is not as it should be: differences, or a run that failed
  2  the command line cannot be understood
  3  the server cannot be reached, or refuses
  70 a fault of this program
`;

/** Runs what the caller requested. @returns the exit code */
export async function runCommandLine(given: readonly string[], surroundings: Surroundings): Promise<ExitCode> {
  const { commands, stdout, stderr } = surroundings;
  const words = leadingWords(given);
  const named = words.slice(0, 2).join(' ');
  const command = commands.find(({ name }) => name === named);
  const asksForHelp = given.includes('--help') || given.length === 0;
  if (!command) {
    const known = commands.filter(({ name }) => words.length === 0 || name.startsWith(`${words[0]} `));
    if (asksForHelp && known.length > 0 && words.length < 2) return say(stdout, overview(known), exitCodes.done);
    return say(stderr, `There is no command ${named || given[0]}\n\n${overview(commands)}`, exitCodes.usage);
  }
  if (asksForHelp) return say(stdout, helpOf(command), exitCodes.done);
  const progress = new ProgressLine(stderr);
  try {
    const { options, argument } = parse(command, given.slice(2));
    const { env } = surroundings;
    const api = () => apiOf(options, env);
    const print = (line: string) => {
      progress.end();
      stdout.write(`${line}\n`);
    };
    return await command.run({ api, options, argument, env, print, progress });
  } catch (error) {
    progress.end();
    if (!(error instanceof CommandError)) throw error;
    return say(stderr, `${error.message}\n`, error.exitCode);
  }
}

function say(terminal: Terminal, text: string, code: ExitCode): ExitCode {
  terminal.write(text);
  return code;
}

function leadingWords(given: readonly string[]): readonly string[] {
  const end = given.findIndex((word) => word.startsWith('-'));
  return end === -1 ? given : given.slice(0, end);
}

function parse(command: Command, args: readonly string[]): Pick<CommandContext, 'options' | 'argument'> {
  const declared = Object.entries({ ...command.options, ...generalOptions });
  const options: ParseArgsConfig['options'] = Object.fromEntries(
    declared.map(([name, { value }]) => [name, { type: value === undefined ? 'boolean' : 'string' }]),
  );
  const allowPositionals = command.argument !== undefined;
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, strict: true, allowPositionals });
    const [argument = '', ...more] = positionals;
    if (allowPositionals && (argument === '' || more.length > 0))
      throw new Error(`Give one ${command.argument?.value}`);
    // None of our options may be given several times.
    return { options: values as Options, argument };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CommandError(`${reason}\n\n${helpOf(command)}`, exitCodes.usage);
  }
}

function apiOf({ url, token }: Options, env: Surroundings['env']): Api {
  const origin = String(url ?? (env['LECTERN_URL'] || DEFAULT_URL));
  const secret = String(token ?? env['LECTERN_TOKEN'] ?? '');
  if (!URL.canParse(origin) || !/^https?:$/.test(new URL(origin).protocol))
    throw new CommandError(`${origin} is not a URL: give one as --url or LECTERN_URL`, exitCodes.usage);
  if (!/^[\x21-\x7e]+$/.test(secret))
    throw new CommandError('Give a personal access token of a root user as --token or LECTERN_TOKEN', exitCodes.usage);
  return new Api(origin, secret);
}

function overview(commands: readonly Command[]): string {
  const lines = commands.map(({ name, summary }) => `  ${`lectern ${name}`.padEnd(24)}${summary}`);
  return `Commands:\n${lines.join('\n')}\n\nlectern COMMAND --help tells more of one.\n\n${exitHelp}`;
}

function helpOf({ name, summary, details, options, argument }: Command): string {
  const lines = Object.entries({ ...options, ...generalOptions }).map(([option, { value, doc }]) => {
    const left = value === undefined ? `--${option}` : `--${option} ${value}`;
    return `  ${left.padEnd(24)}${doc}`;
  });
  const call = argument ? `${name} ${argument.value}` : name;
  const about = argument ? [`${argument.value}: ${argument.doc}`, ...details] : details;
  return `lectern ${call}: ${summary}\n\n${about.join('\n')}\n\nOptions:\n${lines.join('\n')}\n\n${exitHelp}`;
}
