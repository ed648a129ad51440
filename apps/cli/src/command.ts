import type { Api } from './api';
import type { ProgressLine } from './progress-line';

/** How a command ends; scripts may rely on it. */
export const exitCodes = {
  done: 0,
  /** The command did what it should, and what it found or left is not as it should be. */
  notAsItShouldBe: 1,
  /** The command line cannot be understood. */
  usage: 2,
  /** The server cannot be reached, or refuses. */
  refused: 3,
  /** A fault of the program itself. */
  broken: 70,
} as const;
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

export interface Option {
  readonly doc: string;
  /** What stands for its value in the help; a flag when absent. */
  readonly value?: string;
}

/** What the caller gave: texts of options, true of flags. */
export type Options = Readonly<Record<string, string | boolean | undefined>>;

/** What a command has to do its work with. */
export interface CommandContext {
  readonly api: Api;
  readonly options: Options;
  /** Writes a line of the result. */
  readonly print: (line: string) => void;
  /** What is only of interest while it happens. */
  readonly progress: ProgressLine;
}

export interface Command {
  /** `index rebuild`. */
  readonly name: string;
  readonly summary: string;
  /** Lines of the help below the summary. */
  readonly details: readonly string[];
  readonly options: Readonly<Record<string, Option>>;
  readonly run: (context: CommandContext) => Promise<ExitCode>;
}

/** Ends a command with a line that says why. */
export class CommandError extends Error {
  constructor(
    message: string,
    readonly exitCode: ExitCode,
  ) {
    super(message);
  }
}
