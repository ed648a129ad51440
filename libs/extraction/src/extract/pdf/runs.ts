/** A piece of text as the page's program drew it. Coordinates in points, y grows upwards, x is where it begins. */
export interface Run {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  /** Font size. */
  readonly size: number;
  readonly font: string;
  readonly rightToLeft: boolean;
}

/** What pdf.js gives for a piece of text. */
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
 * Groups what was drawn by direction, the direction of most of the text first: a turned table or a stamp along the
 * margin is read after the text around it, and never mixed into its lines.
 */
export function sheetsOf(drawn: readonly DrawnText[]): Sheet[] {
  const byQuarter = new Map<number, Run[]>();
  for (const item of drawn) {
    if (item.str.trim() === '') continue;
    const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = item.transform;
    const quarter = ((Math.round(Math.atan2(b, a) / (Math.PI / 2)) % 4) + 4) % 4;
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
  const sheets = [...byQuarter].map(([quarter, runs]) => ({ quarter, runs: withoutOverprints(runs) }));
  return sheets.sort((left, right) => charsOf(right.runs) - charsOf(left.runs));
}

/** Ligatures and shapes of letters become the letters they stand for; signs of picture fonts mostly are bullets. */
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

/** Shadows and false bold draw the same text twice, a hair apart. */
function withoutOverprints(runs: readonly Run[]): Run[] {
  const seen = new Set<string>();
  return runs.filter(({ text, x, y }) => {
    const places = [0, 1].flatMap((dx) =>
      [0, 1].map((dy) => `${Math.round(x / 2) + dx}:${Math.round(y / 2) + dy}:${text}`),
    );
    const again = text.length > 1 && places.some((place) => seen.has(place));
    for (const place of places) seen.add(place);
    return !again;
  });
}

function charsOf(runs: readonly Run[]): number {
  return runs.reduce((sum, { text }) => sum + text.length, 0);
}

/** `K A P I T E L`: four letters and more, each for itself. */
const SPACED_WORD = /(?<!\S)(?:\p{L} ){3,}\p{L}(?!\S)/gu;
