import { CommanderError } from 'commander';
import { Api } from './api';
import type { Command, CommandContext } from './command';
import { CommandError, type ExitCode, exitCodes } from './exit-code';
import { connectionOf } from './profile/connection';
import { Profiles } from './profile/profiles';
import { exitHelp, programOf, type Run } from './program';
import { ProgressLine } from './progress-line';
import { Screen, type Surroundings } from './screen';

export interface CommandLine extends Surroundings {
  readonly commands: readonly Command[];
}

/** Runs what the caller requested. @returns the exit code */
export async function runCommandLine(given: readonly string[], line: CommandLine): Promise<ExitCode> {
  const { commands, stdout, stderr } = line;
  let code: ExitCode = exitCodes.done;
  const program = programOf(commands, async (...called) => {
    code = await runCommand(line, ...called);
  });
  const output = {
    writeOut: (text: string) => void stdout.write(text),
    writeErr: (text: string) => void stderr.write(text),
    getOutHasColors: () => false,
    getErrHasColors: () => false,
  };
  for (const one of [program, ...program.commands, ...program.commands.flatMap(({ commands: below }) => below)])
    one.exitOverride().configureOutput(output).showHelpAfterError('\nlectern COMMAND --help says more.');
  if (given.length === 0) {
    program.outputHelp();
    return code;
  }
  if (given[0] === 'completion' || given[0] === 'complete') await addCompletion(program);
  try {
    await program.parseAsync([...given], { from: 'user' });
    return code;
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    return error.exitCode === 0 ? exitCodes.done : exitCodes.usage;
  }
}

/** Commands that print the script of a shell, and answer it. */
async function addCompletion(program: ReturnType<typeof programOf>): Promise<void> {
  const { default: complete } = await import('@bomb.sh/tab/commander');
  const placeholder = program.commands.findIndex((one) => one.name() === 'completion');
  const [described] = placeholder < 0 ? [] : commandsOf(program).splice(placeholder, 1);
  // Shells show a line for each command, and would take further lines for commands.
  const texts = [...program.commands, ...program.commands.flatMap((one) => one.commands)].map(
    (one) => [one, one.description()] as const,
  );
  for (const [one, text] of texts) one.description(text.split('\n', 1)[0] ?? '');
  complete(program, { completionCommandName: 'completion' });
  for (const [one, text] of texts) one.description(text);
  const added = program.commands.find((one) => one.name() === 'completion');
  if (described) added?.description(described.description()).addHelpText('after', `\n${exitHelp}`);
}

/** The parser has no call that removes a command. */
function commandsOf(program: ReturnType<typeof programOf>) {
  // It documents its list, which is an ordinary one.
  return program.commands as (typeof program.commands)[number][];
}

async function runCommand(
  { env, stdout, stderr, ...others }: CommandLine,
  command: Command,
  { options, args }: Parameters<Run>[1],
): Promise<ExitCode> {
  const progress = new ProgressLine(stderr);
  const signal = others.signal ?? new AbortController().signal;
  const profiles = new Profiles(env);
  let api: Api | undefined;
  const context: CommandContext = {
    api: () => (api ??= new Api(connectionOf({ options, env, profiles, signal }), signal)),
    options,
    args,
    argument: args[0] ?? '',
    env,
    profiles,
    progress,
    signal,
    screen: new Screen({ env, stdout, stderr, ...others }),
    print: (line) => {
      progress.end();
      stdout.write(`${line}\n`);
    },
  };
  try {
    return await command.run(context);
  } catch (error) {
    progress.end();
    if (signal.aborted) return exitCodes.interrupted;
    if (!(error instanceof CommandError)) throw error;
    stderr.write(`${error.message}\n`);
    return error.exitCode;
  }
}
