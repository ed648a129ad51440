import type { Api } from './api';
import type { ExitCode } from './exit-code';
import type { ProgressLine } from './progress-line';

export interface Option {
  readonly doc: string;
  /** Placeholder of its value in the help; a flag when absent. */
  readonly value?: string;
}

/** Arguments of the caller: texts of options, true of flags. */
export type Options = Readonly<Record<string, string | boolean | undefined>>;

/** Context of a command. */
export interface CommandContext {
  /** @throws CommandError when the caller gave no token */
  readonly api: () => Api;
  readonly options: Options;
  /** Argument of the command; empty unless it declares an `argument`. */
  readonly argument: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Writes a line of the result. */
  readonly print: (line: string) => void;
  /** Progress that is only of interest while it happens. */
  readonly progress: ProgressLine;
}

export interface Command {
  /** `index rebuild`. */
  readonly name: string;
  readonly summary: string;
  /** Lines of the help below the summary. */
  readonly details: readonly string[];
  readonly options: Readonly<Record<string, Option>>;
  /** Argument that must follow the name. */
  readonly argument?: { readonly value: string; readonly doc: string };
  readonly run: (context: CommandContext) => Promise<ExitCode>;
}
