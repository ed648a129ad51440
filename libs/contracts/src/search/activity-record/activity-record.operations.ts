import { operation } from '../../core/operation';
import { ActivityRecord } from './activity-record.dto';

/** Records what happened in another service. When it returns, the row survives the process. */
export const recordActivity = operation({
  name: 'search.activity.record',
  summary: 'Record activity of another service',
  body: ActivityRecord,
  deadlineMs: 2_000,
});
