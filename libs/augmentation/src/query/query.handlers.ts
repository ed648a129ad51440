import { Handles } from '@lectern/bus';
import type { Request } from '@lectern/contracts/core';
import { type PredictedQuery, predictQuery, predictQueryDeprecated } from '@lectern/contracts/understanding';
import { Controller } from '@nestjs/common';
import { boxOf, boxOfAsker } from '@lectern/understanding';
import { type QueryCall, QueryPreparation } from './query-preparation';

@Controller()
export class QueryHandlers {
  constructor(private readonly queries: QueryPreparation) {}

  @Handles(predictQueryDeprecated)
  queryByQuery({ query, ...call }: Request<typeof predictQueryDeprecated>): Promise<PredictedQuery> {
    return this.queries.prepare(query, queryCall(call));
  }

  @Handles(predictQuery)
  query({ body, ...call }: Request<typeof predictQuery>): Promise<PredictedQuery> {
    return this.queries.prepare(body, queryCall(call));
  }
}

function queryCall(call: Omit<Request<typeof predictQuery>, 'query' | 'body'>): QueryCall {
  const { headers, signal, requestId } = call;
  const asker = boxOf(call);
  return { box: boxOfAsker(asker), asker, showConsumption: headers['x-show-consumption'], signal, requestId };
}
