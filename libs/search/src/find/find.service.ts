import type { FindAnswer, FindRequest } from '@lectern/contracts';
import { Injectable } from '@nestjs/common';
import { ModelsInUse } from '../retrieval/models-in-use';
import { refuseUnknownModel } from '../retrieval/named-model';
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

  /** @throws AppError `not_found`, `invalid_query`, `invalid_request` */
  async find(kbid: string, request: FindRequest, call: RetrievalCall): Promise<FindAnswer> {
    const { generative_model: model } = request;
    if (model) refuseUnknownModel(model, (await this.models.describe()).generator);
    const query = retrievalQuery(request, await this.scope.of(kbid, request, call.principal));
    const vector = request.vector ? Float32Array.from(request.vector) : undefined;
    const { retrieved, resources } = await this.retrieval.retrieve({ ...query, vector }, call, request);
    return { results: findResults(retrieved, { kbid, request, resources }), incomplete: retrieved.incomplete };
  }
}
