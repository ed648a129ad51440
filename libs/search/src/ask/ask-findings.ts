import type { Visibility } from '@lectern/contracts/core';
import type { Resource } from '@lectern/contracts/knowledge-box';
import type { FindResults } from '@lectern/contracts/search';
import type { RankedParagraph } from '../retrieval/ranked-paragraph';

/** The results of all searches for a question. */
export interface AskFindings {
  /** Results of the question's own search. */
  readonly results: FindResults;
  /** Results of the prequeries by id, in the order of the interface; absent if there are no prequeries. */
  readonly prequeries?: Readonly<Record<string, FindResults>>;
  /** Candidates for the context, best first: the paragraphs of all searches, deduplicated. */
  readonly matches: readonly RankedParagraph[];
  /** The only resource that may answer; it is passed to the model whole, so it was not searched. */
  readonly wholeResource?: string;
  /** Resources of the matches, by id. */
  readonly resources: Readonly<Record<string, Resource>>;
  /** The resources that the asker may see. */
  readonly visibility: Visibility;
  /** Duration of each stage of the question's own search, in milliseconds. */
  readonly timings: Readonly<Record<string, number>>;
}
