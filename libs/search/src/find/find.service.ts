import { Bus } from '@lectern/bus';
import { type FindAnswer, type FindRequest, type Principal, rephraseQuestion } from '@lectern/contracts';
import { Injectable } from '@nestjs/common';
import { RequestScope } from '../retrieval/request-scope';
import type { RetrievalCall } from '../retrieval/retrieval-query';
import { ShownRetrieval } from '../retrieval/shown-retrieval';
import { findResults } from './find-results';
import { retrievalQuery } from './retrieval-request';

@Injectable()
export class FindService {
  constructor(
    private readonly bus: Bus,
    private readonly scope: RequestScope,
    private readonly retrieval: ShownRetrieval,
  ) {}

  async find(kbid: string, request: FindRequest, call: RetrievalCall): Promise<FindAnswer> {
    const context = await this.scope.of(kbid, request, call.principal);
    const rephrased = request.rephrase ? await this.rephrase(request, call) : undefined;
    const query = retrievalQuery(request, context);
    const vector = request.vector ? Float32Array.from(request.vector) : undefined;
    const { retrieved, resources } = await this.retrieval.retrieve(
      { ...query, vector, meaning: rephrased },
      call,
      request,
    );
    const results = findResults(retrieved, { kbid, request, resources, rephrased });
    return { results, incomplete: retrieved.incomplete };
  }

  private async rephrase(request: FindRequest, call: RetrievalCall & { principal: Principal }): Promise<string> {
    const body = {
      question: request.query,
      history: [],
      extraContext: [],
      prompt: request.rephrase_prompt ?? undefined,
      model: request.generative_model ?? undefined,
    };
    return (await this.bus.request(rephraseQuestion, { body }, call)).question;
  }
}
