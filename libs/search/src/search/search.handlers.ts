import { handlersOf, Handles } from '@lectern/bus';
import type { Request } from '@lectern/contracts/core';
import { clientOf, searchKnowledgeBox, searchResource } from '@lectern/contracts/search';
import { byQueryParameters } from '@lectern/filters';
import { Controller } from '@nestjs/common';
import { RecordedSearches } from './recorded-searches';
import { resourceSearchOf } from './resource-search';
import { SearchService } from './search.service';

export const SearchAnswers = handlersOf(RecordedSearches).answer(
  searchKnowledgeBox,
  (recorded, { params, headers, body, ...call }) =>
    recorded.search(params.kbid, body, { ...call, client: clientOf(headers) }),
);

@Controller()
export class SearchHandlers {
  constructor(private readonly searches: SearchService) {}

  @Handles(searchResource)
  async searchResource(request: Request<typeof searchResource>) {
    const { params, query } = request;
    return byQueryParameters(() => this.searches.searchResource(params, resourceSearchOf(query), request));
  }
}
