import { AppError, type Visibility } from '@lectern/contracts/core';
import type { EntityRelations, Resource } from '@lectern/contracts/knowledge-box';
import { Injectable } from '@nestjs/common';
import { SearchConfigurationCache } from '../configuration/search-configuration-cache';
import type { Found } from '../results/find-results';
import { refuseLargeResults } from '../results/results-size';
import { AnswerRelations } from './answer-relations';
import type { AskCall } from './ask-call';
import { GraphSearch } from './graph/graph-search';
import {
  Prequeries,
  type PrequeryFindings,
  resourcesFoundBy,
  type PrequeryPlan,
  prequeryPlan,
  strategyOf,
} from './prequeries';
import { QuestionSearch } from './question-search';
import type { RequestScope } from '../query/request-scopes';
import type { RankedParagraph } from '../retrieval/ranked-paragraph';
import type { FindResults } from '@lectern/contracts/search';

/** The results of all searches for a question. */
export interface AskFindings {
  /** Results of the question's own search. */
  readonly results: FindResults;
  /** Results of the prequeries by id, in the order of the interface; absent if there are no prequeries. */
  readonly prequeries?: Readonly<Record<string, FindResults>>;
  /** Candidates for the context, best first: the paragraphs of all searches, deduplicated. */
  readonly matches: readonly RankedParagraph[];
  /** The only resource that may answer; it is passed to the model whole, so it was not searched. */
  readonly wholeResource?: string;
  /** Resources of the matches, by id. */
  readonly resources: Readonly<Record<string, Resource>>;
  /** The resources that the asker may see. */
  readonly visibility: Visibility;
  /** Duration of each stage of the question's own search, in milliseconds. */
  readonly timings: Readonly<Record<string, number>>;
}

/** Results of a question's searches before they are merged. */
interface QuestionFindings {
  readonly main: Found;
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
      ...others.map(({ ranked, weight }) => ({ paragraphs: ranked.paragraphs, weight })),
    ]);
    const further = [...prefilters, ...others];
    if (matches.length === 0 && (main.ranked.incomplete || further.some(({ ranked }) => ranked.incomplete)))
      throw new AppError('retrieval_incomplete', 'Temporary error on information retrieval. Please try again.');
    const prequeries = further.map(({ id, results }) => [id, results] as const);
    refuseLargeResults([main.results, ...prequeries], call.request.show);
    return {
      results: main.results,
      ...(prequeries.length > 0 && { prequeries: Object.fromEntries(prequeries) }),
      matches,
      ...(wholeResource !== undefined && { wholeResource }),
      resources: Object.assign({}, ...others.map(({ resources }) => resources), main.resources),
      visibility: scope.visibility,
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
    { plan, scope }: { readonly plan: PrequeryPlan; readonly scope: RequestScope },
  ): Promise<QuestionFindings> {
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

/** The results of one search and the weight of their scores. */
export interface WeightedList {
  /** Best first, without duplicates. */
  readonly paragraphs: readonly RankedParagraph[];
  /** At least 0. */
  readonly weight: number;
}

/**
 * Merges the results of several searches. Each paragraph appears once, ordered by the sum of its scores, each
 * multiplied by its list's share of the total weight. If the other lists are empty, a list keeps its order.
 */
export function bestMatches(lists: readonly WeightedList[]): readonly RankedParagraph[] {
  const [only, another] = lists.filter(({ paragraphs }) => paragraphs.length > 0);
  if (!another) return only?.paragraphs ?? [];
  // Dividing by the largest weight gives the same order as dividing by the total, and the sums stay finite.
  const largest = Math.max(...lists.map(({ weight }) => weight)) || 1;
  const matches = new Map<string, { readonly match: RankedParagraph; readonly sum: number }>();
  for (const { paragraphs, weight } of lists)
    for (const match of paragraphs) {
      const known = matches.get(match.paragraph.id);
      const sum = (known?.sum ?? 0) + (weight / largest) * match.score;
      matches.set(match.paragraph.id, { match: known?.match ?? match, sum });
    }
  return [...matches.values()].sort((a, b) => b.sum - a.sum).map(({ match }) => match);
}
