import { handlersOf } from '@lectern/bus';
import { replayInteraction } from '@lectern/contracts/agents';
import { InteractionReplays } from './interaction-replays';

export const InteractionReplayHandlers = handlersOf(InteractionReplays).answer(replayInteraction, (replays, request) =>
  replays.replay(request),
);
