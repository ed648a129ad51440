import { handlersOf } from '@lectern/bus';
import { clientOf, retrieveParagraphs } from '@lectern/contracts/search';
import { RecordedRetrievals } from './recorded-retrievals';

export const RetrieveHandlers = handlersOf(RecordedRetrievals).answer(retrieveParagraphs, (retrievals, request) =>
  retrievals.retrieve(request.params.kbid, request.body, { ...request, client: clientOf(request.headers) }),
);
