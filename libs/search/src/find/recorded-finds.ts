import type { FindAnswer, FindRequest } from '@lectern/contracts/search';
import { UsageMeter, UsageQuota } from '@lectern/usage';
import { Injectable } from '@nestjs/common';
import { ActivityRecorder, recordedFind } from '@lectern/activity';
import type { RecordedCall } from '../query/retrieval-query';
import { oneSearch } from '../query/search-use';
import { FindService } from './find.service';

/** Runs finds and records them. */
@Injectable()
export class RecordedFinds {
  constructor(
    private readonly finds: FindService,
    private readonly recorder: ActivityRecorder,
    private readonly meter: UsageMeter,
    private readonly quota: UsageQuota,
  ) {}

  /** @throws AppError as `FindService`, and `quota_exceeded` */
  async find(kbid: string, asked: FindRequest, call: RecordedCall): Promise<FindAnswer> {
    const at = new Date();
    const startedAtMs = performance.now();
    const { request, results, ranked, retrievalMs } = await this.quota.during(call.principal.account, oneSearch, () =>
      this.finds.find(kbid, asked, call),
    );
    const durationMs = performance.now() - startedAtMs;
    this.meter.countFor(call.principal, { kbid, client: call.client, metrics: { searches_performed: 1 } });
    this.recorder.record(() => recordedFind({ ...call, kbid, at, request, results, durationMs, retrievalMs }));
    return { results, incomplete: ranked.incomplete };
  }
}
