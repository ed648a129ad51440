/** Where progress is written. */
export interface Terminal {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

/** Not more often where every line stays. */
const LINE_MS = 2_000;
const CLEAR = '\r\x1b[K';

/** One line that says how far something is: written over on a terminal, now and then a new one elsewhere. */
export class ProgressLine {
  private shown = '';
  private shownMs = -Infinity;

  constructor(
    private readonly terminal: Terminal,
    private readonly nowMs: () => number = () => performance.now(),
  ) {}

  show(text: string): void {
    if (text === this.shown) return;
    if (this.terminal.isTTY) this.terminal.write(`${CLEAR}${text}`);
    else if (this.nowMs() - this.shownMs < LINE_MS) return;
    else this.terminal.write(`${text}\n`);
    this.shown = text;
    this.shownMs = this.nowMs();
  }

  /** A line that stays. */
  note(text: string): void {
    this.end();
    this.terminal.write(`${text}\n`);
  }

  /** To be called before anything else is written. */
  end(): void {
    if (this.terminal.isTTY && this.shown !== '') this.terminal.write(CLEAR);
    this.shown = '';
  }
}

/** `1 h 4 min`, `3 min 20 s`, `12 s`. */
export function duration(seconds: number): string {
  const [hours, minutes, rest] = [Math.floor(seconds / 3_600), Math.floor((seconds % 3_600) / 60), seconds % 60];
  if (hours > 0) return `${hours} h ${minutes} min`;
  return minutes > 0 ? `${minutes} min ${rest} s` : `${rest} s`;
}

/** `1 resource`, `1,200 resources`. */
export function counted(count: number, singular: string, plural = `${singular}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? singular : plural}`;
}
