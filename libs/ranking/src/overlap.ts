import { stemPositions } from '@lectern/text';

/** How a text says what is asked, each 0..1. */
export interface Overlap {
  /** Most of the query's weight that stands within one stretch of thirty words. */
  readonly densest: number;
  /** Neighbouring words of the query that stand together in the same order. */
  readonly ordered: number;
  /** The query's weight that the title says. */
  readonly title: number;
}

/** A text with where each stem of the query stands in it; the title comes first. */
export interface Located {
  readonly positions: ReadonlyMap<string, readonly number[]>;
  readonly titleWords: number;
}

const STRETCH_WORDS = 30;
const TOGETHER_WORDS = 3;
/** In longer queries order says little, and costs much. */
const ORDERED_STEMS_MAX = 8;

export function locate(
  text: string,
  title: string,
  { stems, language }: { readonly stems: readonly string[]; readonly language: string },
): Located {
  const inTitle = stemPositions(title, language, stems);
  const inText = stemPositions(text, language, stems);
  const positions = stems.map((stem): [string, number[]] => {
    const further = (inText.positions.get(stem) ?? []).map((at) => inTitle.words + at);
    return [stem, [...(inTitle.positions.get(stem) ?? []), ...further]];
  });
  return { positions: new Map(positions), titleWords: inTitle.words };
}

/** How much each stem of the query counts, in the query's order, and all of them together. */
export interface StemWeights {
  readonly weights: ReadonlyMap<string, number>;
  readonly total: number;
}

/** What the title says, and the most that the rest of the overlap can be, which costs more to find. */
export interface OverlapBounds extends Pick<Overlap, 'title'> {
  /** But for rounding. */
  readonly densestMax: number;
  readonly orderedMax: number;
}

export function overlapBounds({ positions, titleWords }: Located, { weights, total }: StemWeights): OverlapBounds {
  let [title, held, pairs, isAfterHeld] = [0, 0, 0, false];
  for (const [stem, weight] of weights) {
    const first = positions.get(stem)?.[0];
    if (first !== undefined) held += weight;
    if (first !== undefined && first < titleWords) title += weight;
    if (first !== undefined && isAfterHeld) pairs += 1;
    isAfterHeld = first !== undefined;
  }
  return { title: title / total, densestMax: held / total, orderedMax: shareOfPairs(pairs, weights.size) };
}

export function closeness({ positions }: Located, { weights, total }: StemWeights): Omit<Overlap, 'title'> {
  return { densest: densest(positions, weights) / total, ordered: ordered(positions, [...weights.keys()]) };
}

/** Two pointers over all positions in order. */
function densest(positions: Located['positions'], weights: ReadonlyMap<string, number>): number {
  const all = [...positions]
    .flatMap(([stem, at]) => at.map((position) => ({ stem, position })))
    .sort((a, b) => a.position - b.position);
  const inside = new Map<string, number>();
  let most = 0;
  let sum = 0;
  let first = 0;
  for (const { stem, position } of all) {
    const count = inside.get(stem) ?? 0;
    inside.set(stem, count + 1);
    if (count === 0) sum += weights.get(stem) ?? 0;
    for (let out = all[first]; out && position - out.position >= STRETCH_WORDS; out = all[++first]) {
      const left = (inside.get(out.stem) ?? 1) - 1;
      inside.set(out.stem, left);
      if (left === 0) sum -= weights.get(out.stem) ?? 0;
    }
    most = Math.max(most, sum);
  }
  return most;
}

function ordered(positions: Located['positions'], stems: readonly string[]): number {
  if (shareOfPairs(1, stems.length) === 0) return 0;
  let pairs = 0;
  for (let at = 0; at + 1 < stems.length; at++) {
    const first = positions.get(stems[at] ?? '') ?? [];
    const next = positions.get(stems[at + 1] ?? '') ?? [];
    if (first.some((a) => next.some((b) => b > a && b - a <= TOGETHER_WORDS))) pairs++;
  }
  return shareOfPairs(pairs, stems.length);
}

function shareOfPairs(pairs: number, stems: number): number {
  return stems < 2 || stems > ORDERED_STEMS_MAX ? 0 : pairs / (stems - 1);
}
