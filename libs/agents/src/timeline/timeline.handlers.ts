import { handlersOf } from '@lectern/bus';
import { getTimeline, listTimelines } from '@lectern/contracts/agents';
import { TimelineService } from './timeline.service';

export const TimelineHandlers = handlersOf(TimelineService)
  .answer(listTimelines, (timelines, { params, query }) => timelines.list(params.agent_id, query))
  .answer(getTimeline, (timelines, { params }) => timelines.get(params));
