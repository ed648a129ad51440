import { Handles } from '@lectern/bus';
import type { Request } from '@lectern/contracts/core';
import {
  type PredictedQuery,
  predictQuery,
  predictQueryDeprecated,
  predictQueryDeprecatedForKnowledgeBox,
  predictQueryForKnowledgeBox,
} from '@lectern/contracts/understanding';
import { Controller } from '@nestjs/common';
import { type QueryCall, QueryPreparation } from './query-preparation';

@Controller()
export class QueryHandlers {
  constructor(private readonly queries: QueryPreparation) {}

  @Handles(predictQueryDeprecated)
  queryByQuery({ query, ...call }: Request<typeof predictQueryDeprecated>): Promise<PredictedQuery> {
    return this.queries.prepare(query, callOf(call));
  }

  @Handles(predictQueryDeprecatedForKnowledgeBox)
  queryByQueryForKnowledgeBox({
    query,
    params: { kbid },
    ...call
  }: Request<typeof predictQueryDeprecatedForKnowledgeBox>): Promise<PredictedQuery> {
    return this.queries.prepare(query, callOf(call, kbid));
  }

  @Handles(predictQuery)
  query({ body, ...call }: Request<typeof predictQuery>): Promise<PredictedQuery> {
    return this.queries.prepare(body, callOf(call));
  }

  @Handles(predictQueryForKnowledgeBox)
  queryForKnowledgeBox({
    body,
    params: { kbid },
    ...call
  }: Request<typeof predictQueryForKnowledgeBox>): Promise<PredictedQuery> {
    return this.queries.prepare(body, callOf(call, kbid));
  }
}

function callOf(
  { headers, signal, requestId }: Pick<Request<typeof predictQuery>, 'headers' | 'signal' | 'requestId'>,
  kbid?: string,
): QueryCall {
  return { kbid, showConsumption: headers['x-show-consumption'], signal, requestId };
}
