import type { Bus } from '@lectern/bus';
import type { BoxSource } from '../engine/module-sources';
import type { Catalog, CatalogRequest } from '@lectern/contracts/knowledge-box';
import type { AskRequest, AskValue, FindRequest, FindResults } from '@lectern/contracts/search';

/** Calls of a knowledge box, with requests that have all conditions of the driver. */
export interface BoxCalls extends Pick<BoxSource, 'labelsets' | 'synonyms'> {
  readonly ask: (request: AskRequest) => AsyncIterable<AskValue>;
  readonly find: (request: FindRequest) => Promise<FindResults>;
  readonly catalog: (request: CatalogRequest) => Promise<Catalog>;
}

/** The bus for one interaction, which counts its calls, and those that do not go over the bus. */
export interface CountedCalls extends Pick<Bus, 'request' | 'stream'> {
  /** Counts a call over HTTP. @throws AppError `quota_exceeded` for a call too many, and as `work` */
  readonly outside: <T>(signal: AbortSignal, work: () => Promise<T>) => Promise<T>;
  /** The same for values that come one by one. */
  readonly outsideStream: <T>(signal: AbortSignal, work: () => AsyncIterable<T>) => AsyncIterable<T>;
}
