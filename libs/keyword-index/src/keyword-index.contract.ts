import { describeApproximateSearch } from './keyword-approximate.contract';
import { describeKeywordContents } from './keyword-contents.contract';
import { describeKeywordExtensions } from './keyword-extensions.contract';
import { describeKeywordFilters } from './keyword-filters.contract';
import { describeLargeKeywordRecords } from './keyword-large.contract';
import { describeWordForms } from './keyword-forms.contract';
import { describeKeywordRanking } from './keyword-ranking.contract';
import type { KeywordIndexStore } from './keyword-records.contract';
import { describeTitleTerms } from './keyword-titles.contract';
import { describeKeywordGivenLabels } from './keyword-given-labels.contract';
import { describeKeywordUpdates } from './keyword-updates.contract';
import { describeKeywordWrites } from './keyword-writes.contract';

export type { KeywordIndexStore } from './keyword-records.contract';

/** The promises that every adapter of `KeywordIndex` keeps. */
export function describeKeywordIndex(name: string, makeStore: () => Promise<KeywordIndexStore>): void {
  describe(name, () => {
    describeKeywordRanking(makeStore);
    describeApproximateSearch(makeStore);
    describeWordForms(makeStore);
    describeTitleTerms(makeStore);
    describeKeywordFilters(makeStore);
    describeKeywordWrites(makeStore);
    describeKeywordUpdates(makeStore);
    describeKeywordGivenLabels(makeStore);
    describeKeywordExtensions(makeStore);
    describeLargeKeywordRecords(makeStore);
    describeKeywordContents(makeStore);
  });
}
