import type { AskItem, AskRequest } from '@lectern/contracts/search';

/** A knowledge box, with the rights that its driver gives. */
export interface BoxSource {
  /** Identifier of the driver. */
  readonly identifier: string;
  /** What is in it. */
  readonly description: string;
  /** Its custom synonyms by word or phrase. @throws AppError of the box */
  readonly synonyms: () => Promise<Readonly<Record<string, readonly string[]>>>;
  /** Items of an ask. @throws AppError of the box */
  readonly ask: (request: Partial<AskRequest> & Pick<AskRequest, 'query'>) => AsyncIterable<AskItem>;
}

/** Sources that the modules of an interaction may use. */
export interface ModuleSources {
  /** @throws AppError `not_found` for a driver that does not exist or is of something else */
  readonly box: (identifier: string) => Promise<BoxSource>;
}
