import { parseQuery } from '@lectern/text';
import type { RankedResults } from '../retrieval/retrieval.pipeline';

/** The results of a search that found nothing or did not run. */
export function nothingRanked(): RankedResults {
  return {
    paragraphs: [],
    hits: [],
    total: 0,
    fuzzy: new Set<string>(),
    approximate: [],
    more: false,
    incomplete: false,
    minScore: { semantic: 0, bm25: 0 },
    weight: 0,
    warnings: [],
    parsed: parseQuery('', []),
    language: '',
    trace: { fused: [], read: 0, ordered: [], shown: 0 },
    timings: {},
  };
}
