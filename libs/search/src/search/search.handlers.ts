import { Handles } from '@lectern/bus';
import type { Request } from '@lectern/contracts/core';
import { searchByQuery, searchKnowledgeBox, searchResource } from '@lectern/contracts/search';
import { Controller } from '@nestjs/common';
import { RecordedSearches, type SearchCall } from './recorded-searches';
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
    return this.recorded.search(request.params.kbid, request.body, callOf(request));
  }

  @Handles(searchByQuery)
  searchByQuery(request: Request<typeof searchByQuery>) {
    return this.recorded.search(request.params.kbid, searchRequestOf(request.query), callOf(request));
  }

  @Handles(searchResource)
  searchResource(request: Request<typeof searchResource>) {
    return this.searches.searchResource(request.params, resourceSearchOf(request.query), request);
  }
}

function callOf({ headers, ...call }: Request<typeof searchKnowledgeBox | typeof searchByQuery>): SearchCall {
  return { ...call, client: headers['x-kbdb-client'] };
}
