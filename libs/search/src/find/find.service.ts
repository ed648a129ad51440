import type { FindAnswer, FindRequest } from '@lectern/contracts';
import { Injectable } from '@nestjs/common';
import { ModelsInUse } from '../retrieval/models-in-use';
import { refuseUnknownModel } from '../retrieval/named-model';
import { refuseLargeResults } from '../retrieval/results-size';
import { RequestScope } from '../retrieval/request-scope';
import type { RetrievalCall } from '../retrieval/retrieval-query';
import { ShownRetrieval } from '../retrieval/shown-retrieval';
import { findResults } from './find-results';
import { retrievalQuery } from './retrieval-request';

@Injectable()
export class FindService {
  constructor(
    private readonly models: ModelsInUse,
    private readonly scope: RequestScope,
    private readonly retrieval: ShownRetrieval,
  ) {}

  /** @throws AppError `not_found`, `invalid_query`, `invalid_request`, `too_large` */
  async find(kbid: string, request: FindRequest, call: RetrievalCall): Promise<FindAnswer> {
    const { generative_model: model } = request;
    if (model) refuseUnknownModel(model, (await this.models.describe()).generator);
    const query = retrievalQuery(request, await this.scope.of(kbid, request, call.principal));
    const vector = request.vector ? Float32Array.from(request.vector) : undefined;
    const { retrieved, resources } = await this.retrieval.retrieve({ ...query, vector }, call, request);
    const results = findResults(retrieved, { kbid, request, resources });
    refuseLargeResults(results, request.show);
    return { results, incomplete: retrieved.incomplete };
  }
}
