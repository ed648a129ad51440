import { withDropCaps } from './drop-caps';
import { withoutOverprints } from './overprints';
import type { Run } from './run';

/** A piece of text as pdf.js returns it. */
export interface DrawnText {
  readonly str: string;
  readonly dir: string;
  readonly width: number;
  readonly height: number;
  readonly transform: readonly number[];
  readonly fontName: string;
}

/** Runs of one direction, turned so that their lines lie flat. */
export interface Sheet {
  /** Quarter turns counterclockwise. */
  readonly quarter: number;
  readonly runs: readonly Run[];
}

/**
 * Groups drawn text by direction, the direction of most of the text first: a turned table or a stamp along the
 * margin is read after the text around it, and never mixed into its lines.
 */
export function sheetsOf(drawn: readonly DrawnText[]): Sheet[] {
  const byQuarter = new Map<number, OpenRun[]>();
  for (const item of drawn) {
    const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = item.transform;
    const quarter = ((Math.round(Math.atan2(b, a) / (Math.PI / 2)) % 4) + 4) % 4;
    if (item.str.trim() === '') {
      if (item.width > 0) endWithBlank(byQuarter.get(quarter)?.at(-1), turned(quarter, e, f));
      continue;
    }
    const size = Math.hypot(c, d) || item.height || 10;
    const [x, y] = turned(quarter, e, f);
    const run = {
      text: withoutForms(item.str),
      x,
      y,
      width: item.width,
      size,
      font: item.fontName,
      rightToLeft: item.dir === 'rtl',
    };
    const runs = byQuarter.get(quarter) ?? [];
    runs.push(run);
    byQuarter.set(quarter, runs);
  }
  const sheets = [...byQuarter].map(([quarter, runs]) => ({
    quarter,
    runs: withDropCaps(withoutOverprints(withRaisedDigits(runs))),
  }));
  return sheets.sort((left, right) => runChars(right.runs) - runChars(left.runs));
}

/** While it is put together. */
type OpenRun = { -readonly [K in keyof Run]: Run[K] };

/** A blank that is drawn by itself. */
function endWithBlank(run: OpenRun | undefined, [x, y]: readonly [number, number]): void {
  if (!run || run.rightToLeft || Math.abs(run.y - y) > run.size / 2 || x < run.x) return;
  // A bracket alone has no direction: in a line from right to left, the blank stands before it.
  if (!/[\p{L}\p{N}]/u.test(run.text)) return;
  if (!/\s$/.test(run.text)) run.text += ' ';
}

const RAISED = '⁰¹²³⁴⁵⁶⁷⁸⁹';
/** Of the size of the text before them, marks of footnotes and exponents are smaller and higher. */
const [RAISED_SIZE_MAX, RAISED_MIN] = [0.9, 0.2];

/** Marks of footnotes and exponents would become part of the word or number before them: `tons12`. */
function withRaisedDigits(runs: readonly Run[]): readonly Run[] {
  return runs.map((run, at) => {
    const before = runs[at - 1];
    const isRaised =
      before &&
      run.size < before.size * RAISED_SIZE_MAX &&
      run.y > before.y + before.size * RAISED_MIN &&
      run.y < before.y + before.size &&
      Math.abs(before.x + before.width - run.x) < before.size * 0.4 &&
      /[\p{L}\d.,;:!?)”’"]\s?$/u.test(before.text) &&
      !/^\s?[⁄/]/.test(runs[at + 1]?.text ?? '') &&
      /^\d{1,3}(?:[,–-]\s?\d{1,3})*\s?$/.test(run.text);
    return isRaised ? { ...run, text: run.text.replace(/\d/g, (digit) => RAISED[Number(digit)] ?? digit) } : run;
  });
}

/** Ligatures and shapes of letters become plain letters; signs of picture fonts mostly are bullets. */
export function withoutForms(text: string): string {
  return text
    .replace(/[\ufb00-\ufdff\ufe70-\ufefc]/g, (form) => form.normalize('NFKC'))
    .replace(/[\ue000-\uf8ff]/g, '•')
    .replace(SPACED_WORD, (word) => word.replace(/ /g, ''));
}

/** So that lines of this direction lie flat. @param quarter quarter turns counterclockwise */
export function turned(quarter: number, x: number, y: number): readonly [number, number] {
  if (quarter === 1) return [y, -x];
  if (quarter === 2) return [-x, -y];
  return quarter === 3 ? [-y, x] : [x, y];
}

function runChars(runs: readonly Run[]): number {
  return runs.reduce((sum, { text }) => sum + text.length, 0);
}

/** `K A P I T E L`: four letters and more, each for itself. */
const SPACED_WORD = /(?<!\S)(?:\p{L} ){3,}\p{L}(?!\S)/gu;
