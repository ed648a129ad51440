import { ChangeFeedService } from './change-feed.service';
import { ChangeLogPruning } from './change-log-pruning';
import { ChangeHandlers } from './change.handlers';

/** The change log and its feed. */
export const changeParts = {
  controllers: [ChangeHandlers],
  providers: [ChangeLogPruning, ChangeFeedService],
};
