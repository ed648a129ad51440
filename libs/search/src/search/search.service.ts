import { AppError, type Request } from '@lectern/contracts/core';
import type {
  ResourceSearchResults,
  SearchAnswer,
  searchResource,
  SearchRequest,
  SearchResults,
} from '@lectern/contracts/search';
import { Injectable } from '@nestjs/common';
import { BoxSettings } from '../box/box-settings';
import { compileSearch } from '../query/compile-query';
import type { RetrievalQuery, CallContext } from '../query/retrieval-query';
import { RequestScopes } from '../query/request-scopes';
import { BoxResources } from '../results/box-resources';
import { refuseLargeResults } from '../results/results-size';
import { BEING_REBUILT } from '../retrieval/retrieval.pipeline';
import { SeparateRetrieval } from '../retrieval/separate-retrieval';
import { listsWanted } from './lists-wanted';
import { type FoundLists, SearchLists } from './search-lists';
import { fieldList, paragraphList, sentenceList } from './search-results';

/** Searches that return a list of each index. */
@Injectable()
export class SearchService {
  constructor(
    private readonly scopes: RequestScopes,
    private readonly retrieval: SeparateRetrieval,
    private readonly lists: SearchLists,
    private readonly resources: BoxResources,
    private readonly settings: BoxSettings,
  ) {}

  /** @throws AppError `not_found`, `invalid_query`, `invalid_request`, `too_large`, `unavailable` */
  async search(kbid: string, request: SearchRequest, call: CallContext): Promise<SearchAnswer> {
    const scope = await this.scopes.of(kbid, request, call.principal);
    const query = { ...compileSearch(request, scope), vector: vectorOf(request) };
    const found = await this.found(query, request, call);
    const resources = await this.resources.read(query, paragraphsOf(found), request);
    const results: SearchResults = {
      resources,
      ...(found.sentences && { sentences: sentenceList(found, request) }),
      ...(found.paragraphs && { paragraphs: paragraphList(found, request) }),
      ...(found.fields && { fulltext: fieldList(found, request) }),
      shards: [kbid],
      autofilters: [],
      ...(found.failures.length > 0 && { warnings: found.failures }),
    };
    refuseLargeResults(results, request.show);
    return { results, incomplete: found.failures.length > 0 };
  }

  /** @throws AppError as `search`; `unavailable` also when nothing is found in an index that is being filled */
  async searchResource(
    { kbid, ...target }: Request<typeof searchResource>['params'],
    request: SearchRequest,
    call: CallContext,
  ): Promise<ResourceSearchResults> {
    const [scope, rid] = await Promise.all([
      this.scopes.of(kbid, request, call.principal),
      this.scopes.resourceOf(kbid, target, call.principal),
    ]);
    const within = rid === undefined ? [] : [{ resources: [rid] }];
    const found = await this.found(compileSearch(request, { ...scope, within }), request, call);
    const [failure] = found.failures;
    // There is no other index here, and this answer has no place for a warning.
    if (failure !== undefined && !found.paragraphs?.shown.length) throw new AppError('unavailable', failure);
    return { paragraphs: paragraphList(found, request), shards: [kbid] };
  }

  private async found(query: RetrievalQuery, request: SearchRequest, call: CallContext): Promise<FoundLists> {
    const hits = await this.retrieval.search(query, listsWanted(request), call);
    // An index may have been emptied since the settings were read that the query was made of.
    const isEmptied = !query.rebuilding && (await this.settings.isEmptiedSince(query));
    const failures = isEmptied ? [...hits.failures, BEING_REBUILT] : hits.failures;
    return this.lists.read(query, { request, hits: { ...hits, failures } });
  }
}

/** Clients that have no vector send an empty one. */
function vectorOf({ vector }: SearchRequest): Float32Array | undefined {
  return vector?.length ? Float32Array.from(vector) : undefined;
}

function paragraphsOf({ paragraphs, fields, sentences }: FoundLists): readonly string[] {
  const ids = [paragraphs?.shown, sentences?.shown].flatMap((list) => list ?? []).map(({ paragraph }) => paragraph.id);
  return [...ids, ...(fields?.shown ?? []).map(({ paragraph }) => paragraph.id)];
}
