import { AppError, shownLabels } from '@lectern/contracts/core';
import type { RetrieveAnswer, RetrieveMatch, RetrieveRequest } from '@lectern/contracts/search';
import { placed } from '@lectern/filters';
import { Injectable } from '@nestjs/common';
import { FindGraph } from '../find/find-graph';
import { QueryRephrasing } from '../query/query-rephrasing';
import { compileQuery, WITHOUT_SYNONYMS } from '../query/compile-query';
import { RequestScopes } from '../query/request-scopes';
import type { CallContext, RetrievalQuery } from '../query/retrieval-query';
import { HydratedRetrieval } from '../results/hydrated-retrieval';
import { scoreHistory } from '../results/score-history';
import type { RankedParagraph } from '../retrieval/ranked-paragraph';
import { retrieveAsFind } from './retrieve-as-find';

const NOTHING_SHOWN = { show: [], field_type_filter: [], extracted: [] };

/** Retrieves ids of paragraphs with the scores of every stage. */
@Injectable()
export class RetrieveService {
  constructor(
    private readonly scopes: RequestScopes,
    private readonly retrieval: HydratedRetrieval,
    private readonly graph: FindGraph,
    private readonly rephrasing: QueryRephrasing,
  ) {}

  /** @throws AppError `not_found`, `invalid_request`, `unavailable` */
  async retrieve(kbid: string, request: RetrieveRequest, call: CallContext): Promise<RetrieveAnswer> {
    try {
      const { query, warning } = await this.compiled(kbid, request, call);
      const { ranked } = await this.retrieval.retrieve(query, call, NOTHING_SHOWN);
      const { incomplete } = ranked;
      const warnings = [...ranked.warnings, ...(warning ? [warning] : [])];
      const matches = ranked.paragraphs.map(matchOf);
      return { results: { matches, ...(warnings.length > 0 && { warnings }) }, incomplete };
    } catch (error) {
      throw asInvalidRequest(error);
    }
  }

  private async compiled(kbid: string, request: RetrieveRequest, call: CallContext): Promise<Compiled> {
    const { find, withSynonyms, graphLoc } = retrieveAsFind(request);
    if (find.reranker !== 'noop' && find.query.trim() === '' && !find.query_image)
      throw new AppError('invalid_request', 'A reranker needs words: there are none in the query');
    const scope = await this.scopes.of(kbid, { ...find, with_synonyms: withSynonyms }, call.principal);
    const compiled = compileQuery(find, scope);
    const imageLoc = ['body', 'query', 'image'];
    const { warning, ...said } = await this.rephrasing.rephrase(kbid, find, { ...call, imageLoc });
    const isSaid = find.query.trim() !== '';
    const query = {
      ...compiled,
      ...said,
      ...(withSynonyms && isSaid && (scope.synonyms ? { synonyms: scope.synonyms } : { lacking: WITHOUT_SYNONYMS })),
      ...(find.vector && { vector: Float32Array.from(find.vector) }),
      graph: await this.graph.paragraphs(compiled, find, { ...call, loc: graphLoc }),
    };
    return { query, warning };
  }
}

interface Compiled {
  readonly query: RetrievalQuery;
  readonly warning?: string;
}

function matchOf(one: RankedParagraph): RetrieveMatch {
  const { id, resourceLabels, labels, kind, isTable, reference, page, pageWithVisual } = one.paragraph;
  const history = scoreHistory(one);
  const { score: value, source, type } = history.at(-1) ?? { score: one.score, source: 'index', type: 'keyword' };
  return {
    id,
    score: { value, source, type, history },
    metadata: {
      field_labels: userLabels(resourceLabels),
      paragraph_labels: userLabels(labels),
      is_an_image: kind === 'OCR',
      is_a_table: isTable ?? false,
      source_file: reference ?? null,
      page,
      in_page_with_visual: pageWithVisual ?? false,
    },
  };
}

/** Labels assigned by users. */
function userLabels(labels: readonly string[]): string[] {
  return shownLabels(labels).filter((label) => label.startsWith('/l/'));
}

/** Retrievals report a query that cannot run as an invalid request. */
function asInvalidRequest(error: unknown): unknown {
  if (!(error instanceof AppError) || error.code !== 'invalid_query') return inFilters(error);
  return new AppError('invalid_request', error.message, error.details, { cause: error });
}

/** In a retrieval, the expression is one of the filters. */
function inFilters(error: unknown): unknown {
  const detail = error instanceof AppError ? error.details.detail : undefined;
  const [first] = Array.isArray(detail) ? detail : [];
  return first?.loc[1] === 'filter_expression' ? placed(error, ['body', 'filters']) : error;
}
