import { Argument as ProgramArgument, Command as ProgramCommand, Option as ProgramOption } from 'commander';
import type { Argument, Command, Option, Options } from './command';
import { UsageError } from './exit-code';
import { DEFAULT_URL } from './profile/connection';
import { programVersion } from './version';

/** Of every command that calls a server. */
const connectionOptions: Readonly<Record<string, Option>> = {
  url: { value: 'URL', doc: `where Lectern is; LECTERN_URL, that of the profile, or ${DEFAULT_URL}, when absent` },
  token: {
    value: 'TOKEN',
    doc: 'personal access token; LECTERN_TOKEN or the one of the profile when absent, which no list of processes shows',
  },
  profile: { value: 'NAME', doc: 'sign-in to use; LECTERN_PROFILE, or the last one, when absent' },
};

export const exitHelp = `Exit codes:
  0    done, and all is as it should be
  1    something is not as it should be: differences, failed work, a gate that is not passed
  2    the command line cannot be understood
  3    the server cannot be reached, or refuses
  70   a fault of this program
  130  interrupted by Ctrl+C
`;

/** What groups of commands are about. */
const groups: Readonly<Record<string, string>> = {
  agents: 'retrieval agents',
  backup: 'copies of knowledge boxes that their account keeps',
  blobs: 'stored files of an installation',
  completion: 'completion of commands in a shell',
  eval: 'how well a knowledge box answers',
  index: 'indexes of an installation',
  kb: 'knowledge boxes',
  keys: 'API keys of a knowledge box, and master keys that seal secrets of an installation',
  profiles: 'sign-ins of this user',
  models: 'the store of local models',
  tasks: 'background work of an installation',
};

/** Runs a command with what the caller gave. */
export type Run = (
  command: Command,
  given: { readonly options: Options; readonly args: readonly string[] },
) => Promise<void>;

/** The parser of the command line, made from the table of commands. */
export function programOf(commands: readonly Command[], run: Run): ProgramCommand {
  const program = new ProgramCommand('lectern')
    .description('Lectern on the command line: documents in, cited answers out.')
    .version(programVersion(), '-V, --version', 'say the version, and end')
    .helpOption('-h, --help', 'say what a command does, and end')
    .addHelpText('after', `\nlectern COMMAND --help says more about one.\n\n${exitHelp}`)
    .enablePositionalOptions();
  for (const command of commands) {
    const words = command.name.split(' ');
    const leaf = leafOf(command, words.at(-1) ?? '');
    leaf.action(async (...given: unknown[]) => {
      // The parser hands over the arguments, then the options, then itself.
      const values = given
        .slice(0, leaf.registeredArguments.length)
        .flat()
        .filter((value) => value !== undefined);
      await run(command, { options: leaf.opts<Options>(), args: values.map(String) });
    });
    parentOf(program, words).addCommand(leaf.copyInheritedSettings(program));
  }
  return program;
}

function parentOf(program: ProgramCommand, words: readonly string[]): ProgramCommand {
  const [group = ''] = words;
  if (words.length < 2) return program;
  const found = program.commands.find((one) => one.name() === group);
  if (found) return found;
  const made = program.createCommand(group).description(groups[group] ?? '');
  made.copyInheritedSettings(program).helpCommand(false).addHelpText('after', `\n${exitHelp}`);
  program.addCommand(made);
  return made;
}

function leafOf({ summary, details, options, arguments: args = [], isLocal }: Command, name: string): ProgramCommand {
  const leaf = new ProgramCommand(name).summary(summary).description(`${summary}\n\n${paragraphs(details)}`.trim());
  for (const argument of args) leaf.addArgument(programArgument(argument));
  for (const [long, option] of Object.entries({ ...options, ...(isLocal ? {} : connectionOptions) }))
    leaf.addOption(programOption(long, option));
  return leaf.helpOption('-h, --help', 'say what the command does, and end').addHelpText('after', `\n${exitHelp}`);
}

/** Lines of a text are wrapped together; indented ones stay. */
function paragraphs(lines: readonly string[]): string {
  return lines
    .reduce((text, line) => `${text}${line.startsWith(' ') || text.endsWith(':') ? '\n' : ' '}${line}`, '')
    .trim();
}

function programArgument({ value, doc, isOptional, isRepeated }: Argument): ProgramArgument {
  const shown = isRepeated ? `${value}...` : value;
  return new ProgramArgument(isOptional ? `[${shown}]` : `<${shown}>`, doc);
}

function programOption(long: string, { value, doc, short, isRepeated, choices }: Option): ProgramOption {
  const flags = `${short ? `-${short}, ` : ''}--${long}${value === undefined ? '' : ` <${value}>`}`;
  const option = new ProgramOption(flags, doc);
  // A name that begins with "no-" is an ordinary flag here.
  option.negate = false;
  option.attributeName = () => long;
  if (choices) option.choices([...choices]);
  if (isRepeated) option.argParser((next: string, before: readonly string[] = []) => [...before, next]);
  return option;
}

/** Text of an option. */
export function textOption(options: Options, name: string): string | undefined {
  const value = options[name];
  return typeof value === 'string' ? value : undefined;
}

/** Texts of a repeated option. */
export function textsOption(options: Options, name: string): readonly string[] {
  const value = options[name];
  return Array.isArray(value) ? value.map(String) : typeof value === 'string' ? [value] : [];
}

/** A whole number of an option within bounds. @throws UsageError */
export function wholeOption(
  options: Options,
  name: string,
  { min, max, otherwise }: { readonly min: number; readonly max: number; readonly otherwise: number },
): number {
  const text = textOption(options, name);
  if (text === undefined) return otherwise;
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= min && value <= max) return value;
  throw new UsageError(`--${name} is a whole number from ${min} to ${max}, not ${text}`);
}
