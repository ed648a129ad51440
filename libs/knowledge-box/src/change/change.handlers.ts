import { handlersOf } from '@lectern/bus';
import { listChanges } from '@lectern/contracts/knowledge-box';
import { ChangeFeedService } from './change-feed.service';

export const ChangeHandlers = handlersOf(ChangeFeedService).answer(
  listChanges,
  (feed, { params, query, principal, signal }) => feed.list(params.kbid, query, { principal, signal }),
);
