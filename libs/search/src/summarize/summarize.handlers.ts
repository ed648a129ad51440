import { handlersOf } from '@lectern/bus';
import { summarizeResources } from '@lectern/contracts/search';
import { SummarizeService } from './summarize.service';

export const SummarizeHandlers = handlersOf(SummarizeService).answer(summarizeResources, (summaries, request) =>
  summaries.summarize(request),
);
