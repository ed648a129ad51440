import { handlersOf } from '@lectern/bus';
import { hydrateParagraphs } from '@lectern/contracts/search';
import { HydrateService } from './hydrate.service';

export const HydrateHandlers = handlersOf(HydrateService).answer(hydrateParagraphs, (hydration, request) =>
  hydration.hydrate(request.params.kbid, request.body, request),
);
