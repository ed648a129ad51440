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
import { type ConfiguredBox, askerOf, boxOf } from '@lectern/understanding';
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
    ...call
  }: Request<typeof predictQueryDeprecatedForKnowledgeBox>): Promise<PredictedQuery> {
    return this.queries.prepare(query, callOf(call, boxOf(call)));
  }

  @Handles(predictQuery)
  query({ body, ...call }: Request<typeof predictQuery>): Promise<PredictedQuery> {
    return this.queries.prepare(body, callOf(call));
  }

  @Handles(predictQueryForKnowledgeBox)
  queryForKnowledgeBox({ body, ...call }: Request<typeof predictQueryForKnowledgeBox>): Promise<PredictedQuery> {
    return this.queries.prepare(body, callOf(call, boxOf(call)));
  }
}

function callOf(
  call: Pick<Request<typeof predictQuery>, 'headers' | 'principal' | 'signal' | 'requestId'>,
  box?: ConfiguredBox,
): QueryCall {
  const { headers, signal, requestId } = call;
  return { box, asker: box ?? askerOf(call), showConsumption: headers['x-show-consumption'], signal, requestId };
}
