import type { ModelsInUse } from '@lectern/contracts/understanding';

/** Share of contents in languages that a model speaks, 0..1, from which on it suits them: a few texts are no reason. */
const SPOKEN_MIN = 0.9;

type Models = Pick<ModelsInUse, 'embedder' | 'embedders' | 'candidates'>;
type Model = Models['embedders'][number];

/** Resources of a box by their language, ISO 639-1. Those whose language is not known are left out. */
export type LanguageCounts = ReadonlyMap<string, number>;

/**
 * The embedding model that suits a box: the first of the candidates that speaks nearly all of its contents, else the
 * one that speaks most. That of the deployment where nothing is known of them, or where a setting names it.
 */
export function suitableEmbedder(models: Models, contents: LanguageCounts): Model {
  const candidates = (models.candidates ?? []).flatMap((id) => models.embedders.filter((model) => model.id === id));
  if (contents.size === 0 || candidates.length === 0) return models.embedder;
  const shares = candidates.map((model) => ({ model, share: spokenShare(model, contents) }));
  const best = shares.find(({ share }) => share >= SPOKEN_MIN) ?? shares.reduce((a, b) => (b.share > a.share ? b : a));
  return best.model;
}

/**
 * The model that a box had better have than the one it was given by its first contents; none where that suits. A model
 * that speaks all languages suits for ever, so that no box goes back and forth.
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
