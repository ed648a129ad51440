import { handlersOf } from '@lectern/bus';
import { getAskTrace, replayAsk } from '@lectern/contracts/search';
import { AskReplays } from './ask-replays';
import { AskTracesService } from './ask-traces.service';

export const AskTracesHandlers = handlersOf(AskTracesService)
  .answer(getAskTrace, (traces, { params, principal }) => traces.get(params, principal))
  .of(AskReplays)
  .answer(replayAsk, (replays, request) => replays.replay(request));
