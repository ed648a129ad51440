import { createHash } from 'node:crypto';
import type { LabelOperation } from '@lectern/contracts/understanding';
import { backgroundTextsOf, type Embedder } from '@lectern/models';
import { LRUCache } from 'lru-cache';
import { type Found, foundNothing } from './agent-findings';
import { type AgentText, CodePointText } from './agent-text';
import { CalibratedLabels } from './calibrated-labels';

/** Characters of a text used for comparison; embedding models read no more. */
const COMPARED_CHARS_MAX = 2_000;
const PARAGRAPHS_PER_CALL = 500;
/** Operations whose labels are kept per model, and for how long: texts of a box change. */
const OPERATIONS_MAX = 64;
const KEPT_MS = 3_600_000;

/** What texts are labelled by: whole, or each paragraph. */
export type LabelledUnit = 'paragraphs' | 'text';

/** Texts of the kind that is labelled, such as some of a knowledge box. */
export interface OwnTexts {
  /** Names the collection. */
  readonly key: string;
  readonly read: (on: LabelledUnit) => Promise<readonly string[]>;
}

/** Labels texts without a generative model. */
export interface LabelsBySimilarity {
  readonly embedder: Embedder;
  readonly signal: AbortSignal;
  /** Is given the texts that the model has read. */
  readonly count?: (texts: readonly string[], embedder: Embedder) => void;
  /** Absent where no such texts are known. */
  readonly own?: OwnTexts;
}

/** Labels, and how they were found, for people. */
export interface SimilarLabels {
  readonly found: Found;
  readonly how: string;
}

/**
 * Gives labels whose description and examples are close in meaning to the text: the closest one, or all. How close they
 * must be is measured on other texts, so that a text about none of the labels gets none. A whole text is compared by
 * its beginning.
 */
export async function similarLabels(
  operation: LabelOperation,
  { text, paragraphs }: AgentText,
  { on, ...by }: LabelsBySimilarity & { readonly on: LabelledUnit },
): Promise<SimilarLabels> {
  if (operation.labels.length === 0) return { found: foundNothing, how: 'label: no labels are defined' };
  const labels = await calibrated(operation, { ...by, on });
  const how = howOf(operation, labels);
  const give = (vector: Float32Array) =>
    labels
      .of(vector)
      .slice(0, operation.multiple ? undefined : 1)
      .map((label) => ({ labelset: operation.ident, label }));
  if (on === 'text') {
    const [vector] = await embedded([text.slice(0, COMPARED_CHARS_MAX)], 'passage', by);
    return { found: { ...foundNothing, classifications: vector ? give(vector) : [] }, how };
  }
  const points = new CodePointText(text);
  const found: Found['paragraphs'][number][] = [];
  for (let at = 0; at < paragraphs.length; at += PARAGRAPHS_PER_CALL) {
    const some = paragraphs.slice(at, at + PARAGRAPHS_PER_CALL);
    const texts = some.map(({ start, end }) => points.slice(start, end).slice(0, COMPARED_CHARS_MAX));
    const vectors = await embedded(texts, 'passage', by);
    found.push(
      ...some.flatMap(({ key }, i) => {
        const vector = vectors[i];
        const classifications = vector ? give(vector) : [];
        return classifications.length > 0 ? [{ key, classifications }] : [];
      }),
    );
  }
  return { found: { ...foundNothing, paragraphs: found }, how };
}

async function embedded(
  texts: readonly string[],
  purpose: 'query' | 'passage',
  { embedder, signal, count }: LabelsBySimilarity,
): Promise<readonly Float32Array[]> {
  const vectors = await embedder.embed(texts, purpose, { signal });
  count?.(texts, embedder);
  return vectors;
}

/** What of a text represents others of its kind. */
export function sampleOf({ text, paragraphs }: AgentText, on: LabelledUnit): readonly string[] {
  if (on === 'text') return [text.slice(0, COMPARED_CHARS_MAX)];
  const middle = paragraphs[Math.floor(paragraphs.length / 2)];
  return middle ? [new CodePointText(text).slice(middle.start, middle.end).slice(0, COMPARED_CHARS_MAX)] : [];
}

function howOf({ labels }: LabelOperation, { knowsOwn }: CalibratedLabels): string {
  const examples = labels.reduce((sum, one) => sum + one.examples.length, 0);
  const to = examples > 0 ? `descriptions and ${examples} examples` : 'descriptions';
  const than = knowsOwn ? 'other texts of the knowledge box' : 'unrelated texts';
  return `label: by closeness of meaning to ${to}, compared with that of ${than}, without a language model`;
}

type Calibrating = LabelsBySimilarity & { readonly on: LabelledUnit };

/** Labels of the last operations: the same for each field that an agent reads. */
const known = new WeakMap<Embedder, LRUCache<string, Promise<CalibratedLabels>>>();

function calibrated({ labels }: Pick<LabelOperation, 'labels'>, by: Calibrating): Promise<CalibratedLabels> {
  const cache = known.get(by.embedder) ?? new LRUCache({ max: OPERATIONS_MAX, ttl: KEPT_MS });
  known.set(by.embedder, cache);
  const key = createHash('sha256')
    .update(JSON.stringify([labels, by.on, by.own?.key]))
    .digest('base64');
  const found = cache.get(key);
  const begun = found ?? calibratedOnce(labels, by);
  if (!found) cache.set(key, begun);
  return begun.catch((error: unknown) => {
    if (cache.get(key) === begun) cache.delete(key);
    // The run that began it may have been stopped, which this one was not.
    if (!found || by.signal.aborted) throw error;
    return calibrated({ labels }, by);
  });
}

async function calibratedOnce(labels: LabelOperation['labels'], by: Calibrating): Promise<CalibratedLabels> {
  const { embedder, own, on } = by;
  const beginnings = (texts: readonly string[]) => texts.map((text) => text.slice(0, COMPARED_CHARS_MAX));
  const descriptions = labels.map(({ label, description }) => (description ? `${label}: ${description}` : label));
  const described = await embedded(beginnings(descriptions), 'query', by);
  const examples = labels.flatMap((one, i) => one.examples.map((text) => ({ text, i })));
  const sample = (await own?.read(on)) ?? [];
  const spoken = backgroundTextsOf(embedder.description);
  const unrelated = spoken.length > 0 ? spoken : backgroundTextsOf({ languages: ['en'] });
  const texts = [...examples.map(({ text }) => text), ...sample, ...unrelated];
  const vectors = await embedded(beginnings(texts), 'passage', by);
  const shown = Map.groupBy(
    examples.map(({ i }, at) => ({ i, vector: vectors[at] })),
    ({ i }) => i,
  );
  return new CalibratedLabels(
    labels.flatMap(({ label }, i) => {
      const description = described[i];
      const own = (shown.get(i) ?? []).flatMap(({ vector }) => vector ?? []);
      return description ? [{ label, description, examples: own }] : [];
    }),
    {
      own: vectors.slice(examples.length, examples.length + sample.length),
      unrelated: vectors.slice(examples.length + sample.length),
    },
  );
}
