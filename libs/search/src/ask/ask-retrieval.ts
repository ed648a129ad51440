import { AppError } from '@lectern/contracts/core';
import { Injectable } from '@nestjs/common';
import { compileQuery } from '../query/compile-query';
import { SearchConfigurations } from '../configuration/search-configurations';
import { RequestScopes } from '../query/request-scopes';
import { findResults } from '../results/find-results';
import { HydratedRetrieval } from '../results/hydrated-retrieval';
import { refuseLargeResults } from '../results/results-size';
import type { AskCall } from './ask-call';
import type { AskFindings } from './ask-findings';

/** Retrieval for a question: the same pipeline as find. */
@Injectable()
export class AskRetrieval {
  constructor(
    private readonly configurations: SearchConfigurations,
    private readonly scopes: RequestScopes,
    private readonly retrieval: HydratedRetrieval,
  ) {}

  /**
   * The question with the members of the search configuration that it names.
   *
   * @throws AppError `invalid_search_configuration`, `invalid_request`
   */
  async configured(call: AskCall): Promise<AskCall> {
    return { ...call, request: await this.configurations.ask(call.kbid, call.request) };
  }

  /**
   * @param rephrased what is looked up instead of the question, when it does not stand alone
   * @throws AppError `not_found`, `invalid_query`, `too_large`; `retrieval_incomplete` when a leg failed and the other
   *   found nothing
   */
  async retrieve(call: AskCall, rephrased: string | undefined): Promise<AskFindings> {
    const { kbid, request } = call;
    const [scope, rid] = await Promise.all([
      this.scopes.of(kbid, request, call.principal),
      this.scopes.resourceOf(kbid, call.target ?? {}, call.principal),
    ]);
    if (rid !== undefined) call.recording.restrictedTo(rid);
    const within = rid === undefined ? [] : [{ resources: [rid] }];
    const query = compileQuery({ ...request, query: rephrased ?? request.query }, { ...scope, within });
    const show = request.show.includes('basic') ? request.show : [...request.show, 'basic' as const];
    const hydrated = await this.retrieval.retrieve(query, call, { ...request, show });
    const { ranked } = hydrated;
    if (ranked.incomplete && ranked.paragraphs.length === 0) {
      throw new AppError('retrieval_incomplete', 'Temporary error on information retrieval. Please try again.');
    }
    const results = findResults(hydrated, { ...call, rephrased });
    refuseLargeResults(results, request.show);
    return { results, matches: ranked.paragraphs, resources: hydrated.resources, timings: ranked.timings };
  }
}
