import { backgroundOf } from '@lectern/models';

/** A label with the vectors of its description and of its examples, of unit length. */
export interface LabelVectors {
  readonly label: string;
  readonly description: Float32Array;
  readonly examples: readonly Float32Array[];
}

/** Vectors of texts that are not about the labels, or of which that is unknown. */
export interface OtherVectors {
  /** Texts that have nothing to do with each other. */
  readonly unrelated: readonly Float32Array[];
  /** Texts of the kind that is labelled, most of them about one of the labels, or none. */
  readonly own: readonly Float32Array[];
}

/** Examples that a description counts as. */
const DESCRIPTION_WEIGHT = 2;
/** Texts that the centre of the descriptions counts as unrelated ones. */
const CENTRE_WEIGHT = 2;
/** Texts of a label that count for the centre of all. */
const TEXTS_PER_LABEL_MAX = 16;
const DEVIATION_MIN = 0.02;
/** Fewer texts do not show what ordinary ones are like. */
const OWN_MIN = 32;
/**
 * Deviations above the similarity to other texts from which a label is given, with and without examples. Chosen on the
 * sets of `npm run bench -- labeler`; docs/benchmarks.md has the figures.
 */
const SCORE_MIN = { own: { described: 2.7, shown: 3.1 }, unrelated: { described: 3, shown: 3.7 } } as const;

interface Calibrated {
  readonly label: string;
  readonly prototype: Float32Array;
  /** Of the similarities to texts that are about something else. */
  readonly mean: number;
  readonly deviation: number;
  /** Least score. */
  readonly min: number;
}

/**
 * Tells which labels a text has: those to which it is much closer than texts that are about other labels, or about
 * nothing in particular. Vectors are compared as seen from the middle of the texts, since models find all texts of a
 * kind alike.
 */
export class CalibratedLabels {
  private readonly labels: readonly Calibrated[];
  private readonly centre: Float32Array;

  constructor(
    labels: readonly LabelVectors[],
    private readonly others: OtherVectors,
  ) {
    const examples = labels.flatMap((one) => one.examples.map((vector) => ({ vector, label: one })));
    const seenFrom = (centre: Float32Array) => labels.map((one) => prototypeOf(one, labels, centre));
    const nearest = (centre: Float32Array) => {
      const prototypes = seenFrom(centre);
      return [
        ...others.own.map((vector) => ({ vector, label: labels[nearestTo(from(centre, vector), prototypes)] })),
        ...examples,
      ];
    };
    const all = [...others.own, ...examples.map(({ vector }) => vector), ...others.unrelated];
    // Frequent labels must not move the centre towards themselves.
    const groups = Map.groupBy(nearest(meanOf(all)), ({ label }) => label);
    this.centre = balanced([...[...groups.values()].map((own) => own.map(({ vector }) => vector)), others.unrelated]);
    const placed = nearest(this.centre);
    const prototypes = seenFrom(this.centre);
    const least = this.knowsOwn ? SCORE_MIN.own : SCORE_MIN.unrelated;
    this.labels = labels.flatMap((one, i) => {
      const prototype = prototypes[i];
      if (!prototype) return [];
      const elsewhere = placed.filter(({ label }) => label !== one).map(({ vector }) => vector);
      const similarities = [...others.unrelated, ...elsewhere].map((v) => dot(prototype, from(this.centre, v)));
      const { mean, deviation } = backgroundOf(similarities) ?? { mean: 0, deviation: 0 };
      const min = one.examples.length > 0 ? least.shown : least.described;
      return [{ label: one.label, prototype, mean, deviation: Math.max(deviation, DEVIATION_MIN), min }];
    });
  }

  /** Whether there are enough texts of the kind that is labelled. */
  get knowsOwn(): boolean {
    return this.others.own.length >= OWN_MIN;
  }

  /** Labels that a text has, the best first; none when it is about something else. */
  of(vector: Float32Array): readonly string[] {
    const seen = from(this.centre, vector);
    return this.labels
      .map(({ label, prototype, mean, deviation, min }) => ({
        label,
        above: (dot(prototype, seen) - mean) / deviation - min,
      }))
      .filter(({ above }) => above >= 0)
      .toSorted((a, b) => b.above - a.above)
      .map(({ label }) => label);
  }
}

/** Direction of a label: its examples, and its description as some more of them. */
function prototypeOf(
  { description, examples }: LabelVectors,
  labels: readonly LabelVectors[],
  centre: Float32Array,
): Float32Array {
  // Models place descriptions, which are embedded as questions, elsewhere than texts.
  const middle = meanOf(labels.map((one) => one.description));
  const share = labels.length / (labels.length + CENTRE_WEIGHT);
  const origin = middle.map((value, i) => value * share + (centre[i] ?? 0) * (1 - share));
  const described = from(origin, description);
  if (examples.length === 0) return described;
  const sum = described.map((value) => value * DESCRIPTION_WEIGHT);
  for (const example of examples) {
    const seen = from(centre, example);
    for (let i = 0; i < sum.length; i += 1) sum[i] = (sum[i] ?? 0) + (seen[i] ?? 0);
  }
  return unit(sum);
}

function nearestTo(vector: Float32Array, prototypes: readonly Float32Array[]): number {
  const similarities = prototypes.map((prototype) => dot(prototype, vector));
  return similarities.indexOf(Math.max(...similarities));
}

/** The middle of groups of vectors, of which large ones count no more than middling ones. */
function balanced(groups: readonly (readonly Float32Array[])[]): Float32Array {
  const weighed = groups
    .filter((group) => group.length > 0)
    .map((group) => ({ mean: meanOf(group), weight: Math.min(group.length, TEXTS_PER_LABEL_MAX) }));
  const total = weighed.reduce((sum, { weight }) => sum + weight, 0);
  const [first] = weighed;
  const centre = new Float32Array(first?.mean.length ?? 0);
  for (const { mean, weight } of weighed)
    for (let i = 0; i < centre.length; i += 1) centre[i] = (centre[i] ?? 0) + ((mean[i] ?? 0) * weight) / total;
  return centre;
}

function meanOf(vectors: readonly Float32Array[]): Float32Array {
  const sum = new Float32Array(vectors[0]?.length ?? 0);
  for (const vector of vectors)
    for (let i = 0; i < sum.length; i += 1) sum[i] = (sum[i] ?? 0) + (vector[i] ?? 0) / vectors.length;
  return sum;
}

/** A direction as seen from a point. */
function from(centre: Float32Array, vector: Float32Array): Float32Array {
  return unit(vector.map((value, i) => value - (centre[i] ?? 0)));
}

function unit(vector: Float32Array): Float32Array {
  const length = Math.sqrt(dot(vector, vector)) || 1;
  return vector.map((value) => value / length);
}

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i += 1) sum += (a[i] ?? 0) * (b[i] ?? 0);
  return sum;
}
