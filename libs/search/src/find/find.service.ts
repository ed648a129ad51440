import type { ClientType, FindAnswer, FindRequest } from '@lectern/contracts/search';
import { Injectable } from '@nestjs/common';
import { ActivityRecorder } from '../activity/activity-recorder';
import { recordedFind } from '../activity/recorded-request';
import { SearchConfigurations } from '../configuration/search-configurations';
import { ModelsInUse } from '../models/models-in-use';
import { generatorOf } from '../models/requested-model';
import { refuseLargeResults } from '../results/results-size';
import { RequestScopes } from '../query/request-scopes';
import type { CallContext } from '../query/retrieval-query';
import { HydratedRetrieval } from '../results/hydrated-retrieval';
import { findResults } from '../results/find-results';
import { compileQuery } from '../query/compile-query';

/** The circumstances of a find. */
export interface FindCall extends CallContext {
  readonly client: ClientType;
}

/** Finds, and records what was looked for. */
@Injectable()
export class FindService {
  constructor(
    private readonly configurations: SearchConfigurations,
    private readonly models: ModelsInUse,
    private readonly scopes: RequestScopes,
    private readonly retrieval: HydratedRetrieval,
    private readonly recorder: ActivityRecorder,
  ) {}

  /** @throws AppError `not_found`, `invalid_query`, `invalid_request`, `invalid_search_configuration`, `too_large` */
  async find(kbid: string, asked: FindRequest, call: FindCall): Promise<FindAnswer> {
    const at = new Date();
    const startedAtMs = performance.now();
    const request = await this.configurations.find(kbid, asked);
    if (request.generative_model) generatorOf(request, await this.models.describe());
    const query = compileQuery(request, await this.scopes.of(kbid, request, call.principal));
    // Clients that have no vector send an empty one.
    const vector = request.vector?.length ? Float32Array.from(request.vector) : undefined;
    const retrievalStartedAtMs = performance.now();
    const hydrated = await this.retrieval.retrieve({ ...query, vector }, call, request);
    const results = findResults(hydrated, { kbid, request });
    refuseLargeResults(results, request.show);
    const nowMs = performance.now();
    const [durationMs, retrievalMs] = [nowMs - startedAtMs, nowMs - retrievalStartedAtMs];
    this.recorder.record(() => recordedFind({ ...call, kbid, at, request, results, durationMs, retrievalMs }));
    return { results, incomplete: hydrated.ranked.incomplete };
  }
}
