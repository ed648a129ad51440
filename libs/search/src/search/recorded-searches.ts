import type { SearchAnswer, SearchRequest } from '@lectern/contracts/search';
import { UsageMeter, UsageQuota } from '@lectern/usage';
import { Injectable } from '@nestjs/common';
import { ActivityRecorder, recordedFind } from '@lectern/activity';
import type { RecordedCall } from '../query/retrieval-query';
import { oneSearch } from '../query/search-use';
import { SearchService } from './search.service';

/** Runs searches and records them. */
@Injectable()
export class RecordedSearches {
  constructor(
    private readonly searches: SearchService,
    private readonly recorder: ActivityRecorder,
    private readonly meter: UsageMeter,
    private readonly quota: UsageQuota,
  ) {}

  /** @throws AppError as `SearchService`, and `quota_exceeded` */
  async search(kbid: string, request: SearchRequest, call: RecordedCall): Promise<SearchAnswer> {
    const at = new Date();
    const startedAtMs = performance.now();
    const answer = await this.quota.during(call.principal.account, oneSearch, () =>
      this.searches.search(kbid, request, call),
    );
    const durationMs = performance.now() - startedAtMs;
    const { resources, paragraphs, sentences } = answer.results;
    const minScore = { bm25: paragraphs?.min_score ?? 0, semantic: sentences?.min_score ?? 0 };
    const results = { resources, min_score: minScore };
    this.meter.countFor(call.principal, { kbid, client: call.client, metrics: { searches_performed: 1 } });
    this.recorder.record(() => recordedFind({ ...call, kbid, at, request, results, durationMs }));
    return answer;
  }
}
