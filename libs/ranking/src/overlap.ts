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

/** @param weights of the query's stems, in the query's order */
export function overlapOf({ positions, titleWords }: Located, weights: ReadonlyMap<string, number>): Overlap {
  const total = [...weights.values()].reduce((sum, weight) => sum + weight, 0) || 1;
  let title = 0;
  for (const [stem, weight] of weights) if ((positions.get(stem)?.[0] ?? Infinity) < titleWords) title += weight;
  return {
    densest: densest(positions, weights) / total,
    ordered: ordered(positions, [...weights.keys()]),
    title: title / total,
  };
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
  if (stems.length < 2 || stems.length > ORDERED_STEMS_MAX) return 0;
  let pairs = 0;
  for (let at = 0; at + 1 < stems.length; at++) {
    const first = positions.get(stems[at] ?? '') ?? [];
    const next = positions.get(stems[at + 1] ?? '') ?? [];
    if (first.some((a) => next.some((b) => b > a && b - a <= TOGETHER_WORDS))) pairs++;
  }
  return pairs / (stems.length - 1);
}
