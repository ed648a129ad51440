import type { Visibility } from '@lectern/contracts/core';
import type { Resource } from '@lectern/contracts/knowledge-box';
import type { FindResults } from '@lectern/contracts/search';
import type { RankedParagraph } from '../retrieval/ranked-paragraph';

/** What was found for a question by all of its searches. */
export interface AskFindings {
  /** Of the question itself. */
  readonly results: FindResults;
  /** Of its prequeries, by their ids in the order of the interface; absent without any. */
  readonly prequeries?: Readonly<Record<string, FindResults>>;
  /** What the model may be given, the best first: of all searches, each paragraph once. */
  readonly matches: readonly RankedParagraph[];
  /** The only resource that may answer, which is given whole and therefore was not searched. */
  readonly wholeResource?: string;
  /** Of the matches, by id. */
  readonly resources: Readonly<Record<string, Resource>>;
  /** Which resources the question may see. */
  readonly visibility: Visibility;
  /** Milliseconds by stage of the search for the question. */
  readonly timings: Readonly<Record<string, number>>;
}
