import { Handles } from '@lectern/bus';
import type { Request } from '@lectern/contracts/core';
import { suggest, suggestByQuery } from '@lectern/contracts/search';
import { byQueryParameters } from '@lectern/filters';
import { Controller } from '@nestjs/common';
import { RecordedSuggestions } from './recorded-suggestions';
import { suggestRequestOf } from './suggest-request';

@Controller()
export class SuggestHandlers {
  constructor(private readonly suggestions: RecordedSuggestions) {}

  @Handles(suggest)
  suggest(request: Request<typeof suggest>) {
    return this.suggestions.suggest(request.params.kbid, request.body, request);
  }

  @Handles(suggestByQuery)
  async suggestByQuery(request: Request<typeof suggestByQuery>) {
    const { params, query } = request;
    return byQueryParameters(() => this.suggestions.suggest(params.kbid, suggestRequestOf(query), request));
  }
}
