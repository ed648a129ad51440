import { Handles } from '@lectern/bus';
import type { Request } from '@lectern/contracts/core';
import { clientOf, searchByQuery, searchKnowledgeBox, searchResource } from '@lectern/contracts/search';
import { byQueryParameters } from '@lectern/filters';
import { Controller } from '@nestjs/common';
import type { RecordedCall } from '../query/retrieval-query';
import { RecordedSearches } from './recorded-searches';
import { resourceSearchOf, searchRequestOf } from './search-by-query';
import { SearchService } from './search.service';

@Controller()
export class SearchHandlers {
  constructor(
    private readonly recorded: RecordedSearches,
    private readonly searches: SearchService,
  ) {}

  @Handles(searchKnowledgeBox)
  search(request: Request<typeof searchKnowledgeBox>) {
    return this.recorded.search(request.params.kbid, request.body, searchCall(request));
  }

  @Handles(searchByQuery)
  async searchByQuery(request: Request<typeof searchByQuery>) {
    const { kbid } = request.params;
    return byQueryParameters(() => this.recorded.search(kbid, searchRequestOf(request.query), searchCall(request)));
  }

  @Handles(searchResource)
  async searchResource(request: Request<typeof searchResource>) {
    const { params, query } = request;
    return byQueryParameters(() => this.searches.searchResource(params, resourceSearchOf(query), request));
  }
}

function searchCall({ headers, ...call }: Request<typeof searchKnowledgeBox | typeof searchByQuery>): RecordedCall {
  return { ...call, client: clientOf(headers) };
}
