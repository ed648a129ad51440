import { Handles } from '@lectern/bus';
import type { Request } from '@lectern/contracts/core';
import { clientOf, searchKnowledgeBox, searchResource } from '@lectern/contracts/search';
import { byQueryParameters } from '@lectern/filters';
import { Controller } from '@nestjs/common';
import { RecordedSearches } from './recorded-searches';
import { resourceSearchOf } from './resource-search';
import { SearchService } from './search.service';

@Controller()
export class SearchHandlers {
  constructor(
    private readonly recorded: RecordedSearches,
    private readonly searches: SearchService,
  ) {}

  @Handles(searchKnowledgeBox)
  search({ params, headers, body, ...call }: Request<typeof searchKnowledgeBox>) {
    return this.recorded.search(params.kbid, body, { ...call, client: clientOf(headers) });
  }

  @Handles(searchResource)
  async searchResource(request: Request<typeof searchResource>) {
    const { params, query } = request;
    return byQueryParameters(() => this.searches.searchResource(params, resourceSearchOf(query), request));
  }
}
