import { handlersOf, Handles } from '@lectern/bus';
import type { Request } from '@lectern/contracts/core';
import {
  getActivityMetrics,
  listActivityMonths,
  purgeActivity,
  queryActivity,
  recordActivity,
} from '@lectern/contracts/search';
import { Controller } from '@nestjs/common';
import { EvaluationPurge } from '../evaluation/evaluation-purge';
import { ActivityRecorder } from './activity-recorder';
import { AskTraceRetention } from '../trace/ask-trace-retention';
import { ActivityRetention } from '../activity/activity-retention';
import { ActivityService } from '../activity/activity.service';
import { recordedElsewhere } from './recorded-elsewhere';

export const ActivityAnswers = handlersOf(ActivityService)
  .answer(queryActivity, (activity, { params, body }) => activity.query(params, body))
  .answer(listActivityMonths, (activity, { params }) => activity.months(params))
  .answer(getActivityMetrics, (activity, { params, query }) => activity.counts(params.kbid, query, new Date()));

@Controller()
export class ActivityHandlers {
  constructor(
    private readonly retention: ActivityRetention,
    private readonly recorder: ActivityRecorder,
    private readonly traces: AskTraceRetention,
    private readonly evaluations: EvaluationPurge,
  ) {}

  @Handles(recordActivity)
  async record({ body }: Request<typeof recordActivity>): Promise<null> {
    this.recorder.record(() => recordedElsewhere(body));
    return null;
  }

  @Handles(purgeActivity)
  async purge({ body, signal }: Request<typeof purgeActivity>): Promise<null> {
    await this.retention.purge(body.kbid, signal);
    await this.traces.purge(body.kbid, signal);
    await this.evaluations.purge(body.kbid);
    return null;
  }
}
