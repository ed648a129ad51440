import type { ModelsInUse } from '@lectern/contracts/understanding';

/**
 * Share of contents in languages that a model speaks, 0..1, from which on it suits them: a few texts in others do not
 * count.
 */
const SPOKEN_MIN = 0.9;

type Models = Pick<ModelsInUse, 'embedder' | 'embedders' | 'candidates'>;
type Model = Models['embedders'][number];

/** Number of resources of a box by language, ISO 639-1. Resources of unknown language are not counted. */
export type LanguageCounts = ReadonlyMap<string, number>;

/**
 * The embedding model that suits a box: the first candidate that speaks the languages of nearly all its contents,
 * otherwise the one that covers most. The default of the deployment when no language is known, or when a setting names
 * it.
 */
export function suitableEmbedder(models: Models, contents: LanguageCounts): Model {
  const candidates = (models.candidates ?? []).flatMap((id) => models.embedders.filter((model) => model.id === id));
  if (contents.size === 0 || candidates.length === 0) return models.embedder;
  const shares = candidates.map((model) => ({ model, share: spokenShare(model, contents) }));
  const best = shares.find(({ share }) => share >= SPOKEN_MIN) ?? shares.reduce((a, b) => (b.share > a.share ? b : a));
  return best.model;
}

/**
 * A model that suits the box better than the one chosen for its first contents; undefined where that one suits. A model
 * that speaks all languages always suits, so that no box moves back and forth.
 */
export function betterEmbedder(models: Models, present: string, contents: LanguageCounts): Model | undefined {
  const current = models.embedders.find(({ id }) => id === present);
  if (!current || !models.candidates?.includes(present) || contents.size === 0) return undefined;
  const share = spokenShare(current, contents);
  const other = suitableEmbedder(models, contents);
  return share < SPOKEN_MIN && spokenShare(other, contents) > share ? other : undefined;
}

function spokenShare({ languages }: Model, contents: LanguageCounts): number {
  const isSpoken = (language: string) => languages.includes('*') || languages.includes(language);
  let [spoken, all] = [0, 0];
  for (const [language, count] of contents) {
    all += count;
    if (isSpoken(language)) spoken += count;
  }
  return spoken / all;
}
