import { handlersOf } from '@lectern/bus';
import type { Request } from '@lectern/contracts/core';
import { predictQuery, predictQueryDeprecated } from '@lectern/contracts/understanding';
import { boxOf, boxOfAsker } from '@lectern/understanding';
import { type QueryCall, QueryPreparation } from './query-preparation';

export const QueryHandlers = handlersOf(QueryPreparation)
  .answer(predictQueryDeprecated, (queries, { query, ...call }) => queries.prepare(query, queryCall(call)))
  .answer(predictQuery, (queries, { body, ...call }) => queries.prepare(body, queryCall(call)));

function queryCall(call: Omit<Request<typeof predictQuery>, 'query' | 'body'>): QueryCall {
  const { headers, signal, requestId } = call;
  const asker = boxOf(call);
  return { box: boxOfAsker(asker), asker, showConsumption: headers['x-show-consumption'], signal, requestId };
}
