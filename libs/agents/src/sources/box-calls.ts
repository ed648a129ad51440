import type { BoxSource } from '../engine/module-sources';
import type { Catalog, CatalogRequest } from '@lectern/contracts/knowledge-box';
import type { AskRequest, AskValue, FindRequest, FindResults } from '@lectern/contracts/search';

/** Calls of a knowledge box, with requests that have all conditions of the driver. */
export interface BoxCalls extends Pick<BoxSource, 'labelsets' | 'synonyms'> {
  readonly ask: (request: AskRequest) => AsyncIterable<AskValue>;
  readonly find: (request: FindRequest) => Promise<FindResults>;
  readonly catalog: (request: CatalogRequest) => Promise<Catalog>;
}
