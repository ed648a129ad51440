import { handlersOf } from '@lectern/bus';
import { clientOf, findParagraphs } from '@lectern/contracts/search';
import { RecordedFinds } from './recorded-finds';

export const FindHandlers = handlersOf(RecordedFinds).answer(
  findParagraphs,
  (finds, { params, headers, body, ...call }) => finds.find(params.kbid, body, { ...call, client: clientOf(headers) }),
);
