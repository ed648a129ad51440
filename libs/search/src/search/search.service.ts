import { AppError, type Request } from '@lectern/contracts/core';
import type {
  ResourceSearchResults,
  SearchAnswer,
  searchResource,
  SearchRequest,
  SearchResults,
} from '@lectern/contracts/search';
import { Injectable } from '@nestjs/common';
import { FindGraph } from '../find/find-graph';
import type { RetrievalQuery, CallContext } from '../query/retrieval-query';
import { BoxResources } from '../results/box-resources';
import { refuseLargeResults } from '../results/results-size';
import { SeparateRetrieval } from '../retrieval/separate-retrieval';
import { listsWanted } from './lists-wanted';
import { SearchQueries } from './search-queries';
import { type FoundLists, SearchLists } from './search-lists';
import { fieldList, paragraphList, sentenceList } from './search-results';

/** Runs searches that return one list per index. */
@Injectable()
export class SearchService {
  constructor(
    private readonly queries: SearchQueries,
    private readonly retrieval: SeparateRetrieval,
    private readonly lists: SearchLists,
    private readonly resources: BoxResources,
    private readonly graph: FindGraph,
  ) {}

  /** @throws AppError `not_found`, `invalid_query`, `invalid_request`, `too_large`, `unavailable` */
  async search(kbid: string, request: SearchRequest, call: CallContext): Promise<SearchAnswer> {
    const { query, warnings: unsaid } = await this.queries.ofBox(kbid, request, call);
    const [found, { relations, warning }] = await Promise.all([
      this.found(query, request, call),
      this.graph.relations(query, request, call),
    ]);
    const warnings = [...found.failures, ...found.warnings, ...unsaid, ...(warning ? [warning] : [])];
    const resources = await this.resources.read(query, foundParagraphs(found), request);
    const results: SearchResults = {
      resources,
      ...(found.sentences && { sentences: sentenceList(found, request) }),
      ...(found.paragraphs && { paragraphs: paragraphList(found, request) }),
      ...(found.fields && { fulltext: fieldList(found, request) }),
      ...(relations && { relations }),
      shards: [kbid],
      autofilters: [],
      ...(warnings.length > 0 && { warnings }),
    };
    refuseLargeResults(results, request.show);
    return { results, incomplete: found.failures.length > 0 };
  }

  /** @throws AppError as `search`; `unavailable` also when an incomplete index returns nothing */
  async searchResource(
    params: Request<typeof searchResource>['params'],
    request: SearchRequest,
    call: CallContext,
  ): Promise<ResourceSearchResults> {
    const found = await this.found(await this.queries.ofResource(params, request, call), request, call);
    const [failure] = found.failures;
    // No other index is searched here, and this response has no place for a warning.
    if (failure !== undefined && !found.paragraphs?.shown.length) throw new AppError('unavailable', failure);
    return { paragraphs: paragraphList(found, request), shards: [params.kbid] };
  }

  private async found(query: RetrievalQuery, request: SearchRequest, call: CallContext): Promise<FoundLists> {
    const wanted = listsWanted(request);
    return this.lists.read(query, { request, hits: await this.retrieval.search(query, wanted, call) });
  }
}

function foundParagraphs({ paragraphs, fields, sentences }: FoundLists): readonly string[] {
  const ids = [paragraphs?.shown, sentences?.shown].flatMap((list) => list ?? []).map(({ paragraph }) => paragraph.id);
  return [...ids, ...(fields?.shown ?? []).map(({ paragraph }) => paragraph.id)];
}
