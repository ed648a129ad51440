import type { RetrieveAnswer, RetrieveRequest } from '@lectern/contracts/search';
import { UsageMeter, UsageQuota } from '@lectern/usage';
import { Injectable } from '@nestjs/common';
import { RecordedCalls, recordedText } from '@lectern/activity';
import type { RecordedCall } from '../query/retrieval-query';
import { oneSearch } from '../query/search-use';
import { RetrieveService } from './retrieve.service';

/** Runs retrievals and records them. */
@Injectable()
export class RecordedRetrievals {
  constructor(
    private readonly retrieval: RetrieveService,
    private readonly calls: RecordedCalls,
    private readonly meter: UsageMeter,
    private readonly quota: UsageQuota,
  ) {}

  /** @throws AppError as `RetrieveService`, and `quota_exceeded` */
  async retrieve(kbid: string, request: RetrieveRequest, call: RecordedCall): Promise<RetrieveAnswer> {
    const { query: asked } = request;
    const question = 'query' in asked ? asked.query : asked.keyword?.query;
    const answer = await this.calls.call(
      { kbid, principal: call.principal, client: call.client, event: 'retrieve' },
      () => this.quota.during(call.principal.account, oneSearch, () => this.retrieval.retrieve(kbid, request, call)),
      ({ results: { matches } }) => ({
        question: question === undefined ? null : recordedText(question),
        result_per_page: request.top_k,
        resources_count: new Set(matches.map(({ id }) => id.split('/')[0])).size,
        retrieved_context: matches.map(({ id }) => ({ text_block_id: id })),
      }),
    );
    this.meter.countFor(call.principal, { kbid, client: call.client, metrics: { searches_performed: 1 } });
    return answer;
  }
}
