import { AppError } from '@lectern/contracts/core';
import type { EntityRelations } from '@lectern/contracts/knowledge-box';
import { Injectable } from '@nestjs/common';
import { SearchConfigurationCache } from '../configuration/search-configuration-cache';
import { refuseLargeResults } from '../results/results-size';
import { AnswerRelations } from './answer-relations';
import type { AskCall } from './ask-call';
import type { AskFindings } from './ask-findings';
import { bestMatches } from './best-matches';
import { GraphSearch } from './graph/graph-search';
import { Prequeries, type PrequeryFindings, resourcesFoundBy } from './prequeries';
import { type PrequeryPlan, prequeryPlan, strategyOf } from './prequery-plan';
import { type QuestionResults, type QuestionScope, QuestionSearch } from './question-search';

/** Results of a question's searches before they are merged. */
interface Found {
  readonly main: QuestionResults;
  readonly prefilters: readonly PrequeryFindings[];
  readonly others: readonly PrequeryFindings[];
}

/** Retrieval for a question: its own search and its prequeries. */
@Injectable()
export class AskRetrieval {
  constructor(
    private readonly configurations: SearchConfigurationCache,
    private readonly question: QuestionSearch,
    private readonly prequeries: Prequeries,
    private readonly graph: GraphSearch,
    private readonly relations: AnswerRelations,
  ) {}

  /**
   * The question, with the members of the search configuration that it names filled in.
   *
   * @throws AppError `invalid_search_configuration`, `invalid_request`
   */
  async configured(call: AskCall): Promise<AskCall> {
    return { ...call, request: await this.configurations.ask(call.kbid, call.request) };
  }

  /**
   * @param rephrased query to use when the question does not stand alone
   * @param options whether to search a resource that could be passed whole
   * @throws AppError `not_found`, `invalid_query`, `bad_request`, `too_large`; `retrieval_incomplete` when a part of
   *   the search failed and nothing was found
   */
  async retrieve(
    call: AskCall,
    rephrased: string | undefined,
    options: { readonly searchesWhole?: boolean } = {},
  ): Promise<AskFindings> {
    const planned = prequeryPlan(call.request, { isOnResource: call.target !== undefined });
    const scope = await this.question.scopeOf(call);
    const isWhole = !options.searchesWhole && strategyOf(call.request, 'full_resource') !== undefined;
    const wholeResource = isWhole ? scope.rid : undefined;
    const plan = { ...planned, asksMain: planned.asksMain && wholeResource === undefined };
    if (scope.rid !== undefined) call.recording.restrictedTo(scope.rid);
    const found = await this.found(call, rephrased, { plan, scope });
    const { main, prefilters, others } = found;
    const matches = bestMatches([
      { paragraphs: main.ranked.paragraphs, weight: plan.mainWeight },
      ...others.map(({ hydrated, weight }) => ({ paragraphs: hydrated.ranked.paragraphs, weight })),
    ]);
    const further = [...prefilters, ...others];
    if (matches.length === 0 && (main.ranked.incomplete || further.some(({ incomplete }) => incomplete)))
      throw new AppError('retrieval_incomplete', 'Temporary error on information retrieval. Please try again.');
    const prequeries = further.map(({ id, results }) => [id, results] as const);
    refuseLargeResults([main.results, ...prequeries], call.request.show);
    return {
      results: main.results,
      ...(prequeries.length > 0 && { prequeries: Object.fromEntries(prequeries) }),
      matches,
      ...(wholeResource !== undefined && { wholeResource }),
      resources: Object.assign({}, ...others.map(({ hydrated }) => hydrated.resources), main.resources),
      visibility: scope.scope.visibility,
      timings: main.ranked.timings,
    };
  }

  /** The knowledge graph's relations for the entities in an answer. @throws AppError `cancelled` */
  relationsOf(answer: string, { visibility }: AskFindings, call: AskCall): Promise<EntityRelations> {
    return this.relations.of(answer, visibility, call);
  }

  private async found(
    call: AskCall,
    rephrased: string | undefined,
    { plan, scope }: { readonly plan: PrequeryPlan; readonly scope: QuestionScope },
  ): Promise<Found> {
    const prefilters = await this.prequeries.run(plan.prefilters, call, scope.within);
    const rids = resourcesFoundBy(prefilters);
    if (prefilters.length > 0 && rids.length === 0)
      return { main: this.question.none(call, rephrased), prefilters, others: [] };
    const within = prefilters.length > 0 ? [...scope.within, { resources: rids }] : scope.within;
    const query = this.question.compiled(call, { ...scope, within }, rephrased);
    const [main, others, graph] = await Promise.all([
      plan.asksMain ? this.question.search(query, call, rephrased) : this.question.none(call, rephrased),
      this.prequeries.run(plan.prequeries, call, within),
      this.graph.search(query, call),
    ]);
    return { main, prefilters, others: [...others, ...graph] };
  }
}
