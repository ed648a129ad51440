import { styleText } from 'node:util';
import { LineInput } from './line-input';
import type { Terminal } from './progress-line';

/** Where a command writes and asks. */
export interface Surroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdout: Terminal;
  readonly stderr: Terminal;
  /** Absent where nobody can answer. */
  readonly stdin?: NodeJS.ReadStream;
  readonly signal?: AbortSignal;
}

type Style = Parameters<typeof styleText>[0];

/** The terminal of the user, or what is in its place. */
export class Screen {
  private input: Promise<LineInput> | undefined;

  constructor(private readonly surroundings: Surroundings) {}

  /** Somebody is there to answer questions. */
  get isInteractive(): boolean {
    return this.surroundings.stdin?.isTTY === true && this.surroundings.stderr.isTTY === true;
  }

  /** A person reads the result as it is written. */
  get isTerminal(): boolean {
    return this.surroundings.stdout.isTTY === true;
  }

  /** In colour on terminals only, and not where NO_COLOR is set. */
  styled(style: Style, text: string): string {
    const { env, stdout } = this.surroundings;
    const isColoured = stdout.isTTY === true && !env['NO_COLOR'] && env['TERM'] !== 'dumb';
    return isColoured ? styleText(style, text, { validateStream: false }) : text;
  }

  /** Text of the result without a line end. */
  write(text: string): void {
    this.surroundings.stdout.write(text);
  }

  /** @returns the line of the user; undefined at the end of the input @throws the reason of the signal */
  async ask(question: string): Promise<string | undefined> {
    const { stdin, stderr, signal } = this.surroundings;
    if (!stdin) return undefined;
    this.input ??= LineInput.of(stdin);
    const lines = await this.input;
    stderr.write(question);
    return lines.next(signal);
  }

  /** Only `y` and `yes` mean yes; without a terminal it is no. */
  async confirm(question: string): Promise<boolean> {
    if (!this.isInteractive) return false;
    return /^y(es)?$/i.test(((await this.ask(`${question} [y/N] `)) ?? '').trim());
  }
}
