import data from './catalogue.json';
import { parseManifest, type ModelManifest } from './manifest';

/**
 * The models that the setup step can put into the store. `catalogue.json` is the data; `tools/models.mjs` reads it,
 * too.
 */
export const catalogue: readonly ModelManifest[] = data.models.map(parseManifest);
