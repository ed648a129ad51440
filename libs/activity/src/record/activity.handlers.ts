import { Handles } from '@lectern/bus';
import type { Request } from '@lectern/contracts/core';
import {
  getActivityMetrics,
  listActivityMonths,
  purgeActivity,
  queryActivity,
  recordActivity,
} from '@lectern/contracts/search';
import { Controller } from '@nestjs/common';
import { ActivityRecorder } from './activity-recorder';
import { AskTraceRetention } from '../trace/ask-trace-retention';
import { ActivityRetention } from '../activity/activity-retention';
import { ActivityService } from '../activity/activity.service';
import { recordedElsewhere } from './recorded-elsewhere';

@Controller()
export class ActivityHandlers {
  constructor(
    private readonly activity: ActivityService,
    private readonly retention: ActivityRetention,
    private readonly recorder: ActivityRecorder,
    private readonly traces: AskTraceRetention,
  ) {}

  @Handles(queryActivity)
  query({ params, body }: Request<typeof queryActivity>) {
    return this.activity.query(params, body);
  }

  @Handles(listActivityMonths)
  months({ params }: Request<typeof listActivityMonths>) {
    return this.activity.months(params);
  }

  @Handles(getActivityMetrics)
  metrics({ params, query }: Request<typeof getActivityMetrics>) {
    return this.activity.counts(params.kbid, query, new Date());
  }

  @Handles(recordActivity)
  async record({ body }: Request<typeof recordActivity>): Promise<null> {
    this.recorder.record(() => recordedElsewhere(body));
    return null;
  }

  @Handles(purgeActivity)
  async purge({ body, signal }: Request<typeof purgeActivity>): Promise<null> {
    await this.retention.purge(body.kbid, signal);
    await this.traces.purge(body.kbid, signal);
    return null;
  }
}
