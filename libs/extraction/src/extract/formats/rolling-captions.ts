/** A cue of subtitles without its tags. */
export interface Cue {
  readonly lines: readonly string[];
  readonly start: number;
  readonly end: number;
}

/** Of a file: enough to see how its captions were made. */
export const SAMPLE_CUES = 200;
const REPEATED_SHARE_MIN = 0.3;
const REPEATED_MIN = 2;
/** Lines that a screen shows. */
const SHOWN_LINES_MAX = 12;

/** Whether cues show again what the cue before showed, as captions do that programs make while people speak. */
export function areRolling(cues: readonly Cue[]): boolean {
  const repeated = cues.filter((cue, at) => at > 0 && showsMore(cues[at - 1], cue)).length;
  return repeated >= REPEATED_MIN && repeated >= cues.length * REPEATED_SHARE_MIN;
}

function showsMore(before: Cue | undefined, cue: Cue): boolean {
  if (!before || before.lines.length === 0) return false;
  return (
    grows(cueText(before), cueText(cue)) ||
    (sharedLines(before, cue) > 0 && sharedLines(before, cue) < cue.lines.length)
  );
}

/** Gives each line once, with the seconds from its first word to its last. */
export class RollingCaptions {
  private shown: Cue | undefined;
  /** The new lines in it that were not returned yet. */
  private open: Cue | undefined;

  /** @returns the lines that are complete now */
  add(cue: Cue): Cue | undefined {
    const { shown, open } = this;
    this.shown = cue;
    if (!shown || !open) return this.begin(cue);
    const shared = sharedLines(shown, cue);
    if (shared === cue.lines.length) return void (this.open = { ...open, end: cue.end });
    const fresh = shared > 0 ? cue.lines.slice(shared) : cue.lines;
    const grown = grownFrom(open, shared > 0 ? fresh : cue.lines);
    if (!grown) return this.begin({ ...cue, lines: fresh }, open);
    this.open = { lines: grown, start: open.start, end: cue.end };
    return undefined;
  }

  /** @returns the remaining lines */
  end(): Cue | undefined {
    return this.open;
  }

  private begin(cue: Cue, complete?: Cue): Cue | undefined {
    this.open = cue;
    return complete;
  }
}

/** The lines of a cue that another one continues, word by word, or that scrolls up to its first line. */
function grownFrom(open: Cue, lines: readonly string[]): readonly string[] | undefined {
  if (grows(cueText(open), lines.join(' '))) return lines;
  const [last = '', first = ''] = [open.lines.at(-1), lines[0]];
  return grows(last, first) ? [...open.lines.slice(0, -1), ...lines] : undefined;
}

function grows(before: string, after: string): boolean {
  return (
    before !== '' && after.length > before.length && after.startsWith(before) && /\s/.test(after[before.length] ?? '')
  );
}

/** How many of the last lines of one cue are the first ones of the next. */
function sharedLines(before: Cue, cue: Cue): number {
  for (let count = Math.min(before.lines.length, cue.lines.length, SHOWN_LINES_MAX); count > 0; count -= 1) {
    const last = before.lines.slice(-count);
    if (last.every((line, at) => line === cue.lines[at])) return count;
  }
  return 0;
}

function cueText({ lines }: Cue): string {
  return lines.join(' ');
}
