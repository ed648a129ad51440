import { similarLabels } from '@lectern/augmentation';
import { seeded } from '@lectern/evaluation';
import { defaultModelsFolder, Embedder, Embedders, ModelStore } from '@lectern/models';
import { heading, line } from './figures';
import { type LabelledSet, labelledSets, type LabelledText } from './labelled-sets';

const EXAMPLES = [0, 1, 5, 20] as const;
/** Texts without labels of which the labeler measures what is ordinary, as in a knowledge box. */
const OWN = 64;
/** Halves of the sets: thresholds were chosen on the other one. */
const SEED = 3;
const NONE = '';

type Assign = (text: string) => Promise<readonly string[]>;

/**
 * Labels by closeness of meaning, beside the nearest centroid and the most frequent label: macro-F1 on texts that gave
 * neither examples nor ordinary texts. `CORPORA` is a folder with unpacked corpora, `EMBEDDER` a model of the store.
 */
export async function benchLabeler(): Promise<void> {
  const folder = process.env['CORPORA'];
  const sets = folder ? labelledSets(folder) : [];
  if (sets.length === 0)
    return line('labeler', 'CORPORA names no folder with squad, product_reviews, bipia and others');
  const store = new ModelStore(process.env['MODELS_DIR'] ?? defaultModelsFolder());
  const embedders = await Embedders.open({ store, preferred: process.env['EMBEDDER'], workers: 1, threads: 1 });
  const embedder = new EachTextOnce(embedders.default);
  heading(`labels by ${embedder.description.id}, macro-F1`);
  try {
    for (const set of sets) await measure(set, embedder);
  } finally {
    await embedders.close();
  }
}

async function measure(set: LabelledSet, embedder: Embedder): Promise<void> {
  const { tested, others } = halves(set);
  const none = tested.filter(({ labels }) => labels.length === 0).length;
  line(set.name, `${tested.length} texts`, `${Object.keys(set.descriptions).length} labels`, `${none} texts without`);
  for (const count of EXAMPLES) {
    const examples = examplesOf(set, others, count);
    // The set has too few labelled texts for this number of examples.
    if (count > 0 && [...examples.values()].every(({ length }) => length < count)) continue;
    const figures = {
      'most frequent': await macroF1(set, tested, mostFrequent(others)),
      'nearest centroid': await macroF1(set, tested, nearestCentroid(set, examples, embedder)),
      labeler: await macroF1(set, tested, labeler(set, { examples, embedder })),
      'labeler, own texts': await macroF1(set, tested, labeler(set, { examples, embedder, own: others.slice(0, OWN) })),
    };
    line(`  ${count} examples`, ...Object.entries(figures).map(([name, figure]) => `${name} ${figure.toFixed(3)}`));
  }
}

function halves({ texts }: LabelledSet) {
  const random = seeded(SEED);
  const drawn = texts
    .map((text) => ({ text, place: random() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ text }) => text);
  const half = Math.floor(drawn.length / 2);
  return { tested: drawn.slice(0, half), others: drawn.slice(half) };
}

type Examples = ReadonlyMap<string, readonly string[]>;

function examplesOf({ descriptions }: LabelledSet, texts: readonly LabelledText[], count: number): Examples {
  const of = (label: string) => texts.filter(({ labels }) => labels[0] === label).slice(0, count);
  return new Map(Object.keys(descriptions).map((label) => [label, of(label).map(({ text }) => text)]));
}

function mostFrequent(texts: readonly LabelledText[]): Assign {
  const counts = [...Map.groupBy(texts, ({ labels: [first = NONE] }) => first)];
  const [best] = counts.toSorted(([, a], [, b]) => b.length - a.length);
  return async () => (best && best[0] !== NONE ? [best[0]] : []);
}

/** The closest label always, by the middle of its examples, or by its description. */
function nearestCentroid({ descriptions }: LabelledSet, examples: Examples, embedder: Embedder): Assign {
  const centroids = Object.entries(descriptions).map(async ([label, description]) => {
    const shown = examples.get(label) ?? [];
    const texts = shown.length > 0 ? shown : [`${label}: ${description}`];
    const vectors = await embedder.embed(texts, shown.length > 0 ? 'passage' : 'query');
    const sum = Array.from({ length: embedder.description.dimensions }, (_, i) =>
      vectors.reduce((all, vector) => all + (vector[i] ?? 0), 0),
    );
    const length = Math.hypot(...sum) || 1;
    return { label, centroid: sum.map((value) => value / length) };
  });
  return async (text) => {
    const [vector] = await embedder.embed([text], 'passage');
    const scored = (await Promise.all(centroids)).map(({ label, centroid }) => ({
      label,
      score: centroid.reduce((sum, value, i) => sum + value * (vector?.[i] ?? 0), 0),
    }));
    return scored
      .toSorted((a, b) => b.score - a.score)
      .slice(0, 1)
      .map(({ label }) => label);
  };
}

interface Labeling {
  readonly examples: Examples;
  readonly embedder: Embedder;
  readonly own?: readonly LabelledText[];
}

function labeler({ descriptions, multiple }: LabelledSet, { examples, embedder, own }: Labeling): Assign {
  const labels = Object.entries(descriptions).map(([label, description]) => ({
    label,
    description,
    examples: [...(examples.get(label) ?? [])],
  }));
  const { signal } = new AbortController();
  const texts = own && { key: 'bench', read: async () => own.map(({ text }) => text) };
  const operation = { ident: 'set', labels, multiple };
  return async (text) => {
    const whole = { text, paragraphs: [] };
    const { found } = await similarLabels(operation, whole, { embedder, signal, own: texts, on: 'text' });
    return found.classifications.map(({ label }) => label);
  };
}

/** Mean of the F1 of each label; where a text has one label at most, also of having none. */
async function macroF1({ descriptions, multiple }: LabelledSet, tested: readonly LabelledText[], assign: Assign) {
  const assigned: (readonly string[])[] = [];
  for (const { text } of tested) assigned.push(await assign(text));
  const has = (labels: readonly string[] | undefined, name: string) =>
    name === NONE ? labels?.length === 0 : (labels?.includes(name) ?? false);
  const names = [...Object.keys(descriptions), ...(multiple ? [] : [NONE])];
  const scores = names.map((name) => {
    const pairs = tested.map(({ labels }, i) => ({ is: has(labels, name), found: has(assigned[i], name) }));
    const right = pairs.filter(({ is, found }) => is && found).length;
    const counted = pairs.filter(({ is }) => is).length + pairs.filter(({ found }) => found).length;
    return counted > 0 ? (2 * right) / counted : 0;
  });
  return scores.reduce((sum, score) => sum + score, 0) / scores.length;
}

/** Embeds each text once, however many methods read it. */
class EachTextOnce extends Embedder {
  private readonly known = new Map<string, Float32Array>();

  constructor(private readonly embedder: Embedder) {
    super();
  }

  get description() {
    return this.embedder.description;
  }

  async embed(texts: readonly string[], purpose: 'query' | 'passage'): Promise<readonly Float32Array[]> {
    const fresh = [...new Set(texts)].filter((text) => !this.known.has(`${purpose} ${text}`));
    const vectors = await this.embedder.embed(fresh, purpose);
    vectors.forEach((vector, i) => this.known.set(`${purpose} ${fresh[i]}`, vector));
    return texts.map((text) => this.known.get(`${purpose} ${text}`) ?? new Float32Array());
  }

  async close(): Promise<void> {
    // The model belongs to the registry.
  }
}
