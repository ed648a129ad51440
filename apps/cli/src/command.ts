import type { Api } from './api';
import type { ExitCode } from './exit-code';
import type { Options } from './options';
import type { Profiles } from './profile/profiles';
import type { ProgressLine } from './progress-line';
import type { Screen } from './screen';

export interface Option {
  readonly doc: string;
  /** Placeholder of its value in the help; a flag when absent. */
  readonly value?: string;
  /** The only values that it takes; completion offers them. */
  readonly choices?: readonly string[];
  /** May be given several times. */
  readonly isRepeated?: true;
  /** One letter. */
  readonly short?: string;
}

export type { Options };

/** An argument after the name of a command. */
export interface Argument {
  /** Its placeholder in the help. */
  readonly value: string;
  readonly doc: string;
  readonly isOptional?: true;
  /** The last argument: takes all that follow. */
  readonly isRepeated?: true;
}

/** Context of a command. */
export interface CommandContext {
  /** @throws CommandError when there is no token, neither in the arguments nor in the profile */
  readonly api: () => Api;
  readonly options: Options;
  /** First argument of the command; empty without arguments. */
  readonly argument: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly profiles: Profiles;
  /** Writes a line of the result. */
  readonly print: (line: string) => void;
  /** Progress that is only of interest while it happens. */
  readonly progress: ProgressLine;
  readonly screen: Screen;
  /** Ends long work: the user pressed Ctrl+C. */
  readonly signal: AbortSignal;
}

export interface Command {
  /** `index rebuild`. */
  readonly name: string;
  readonly summary: string;
  /** Lines of the help below the summary. */
  readonly details: readonly string[];
  readonly options: Readonly<Record<string, Option>>;
  /** Arguments that follow the name. */
  readonly arguments?: readonly Argument[];
  /** Neither address nor token belong to it. */
  readonly isLocal?: true;
  readonly run: (context: CommandContext) => Promise<ExitCode>;
}
