import { Handles } from '@lectern/bus';
import type { Request } from '@lectern/contracts/core';
import { suggest, suggestByQuery } from '@lectern/contracts/search';
import { Controller } from '@nestjs/common';
import { suggestRequestOf } from './suggest-request';
import { SuggestService } from './suggest.service';

@Controller()
export class SuggestHandlers {
  constructor(private readonly suggestions: SuggestService) {}

  @Handles(suggest)
  suggest(request: Request<typeof suggest>) {
    return this.suggestions.suggest(request.params.kbid, request.body, request);
  }

  @Handles(suggestByQuery)
  suggestByQuery(request: Request<typeof suggestByQuery>) {
    return this.suggestions.suggest(request.params.kbid, suggestRequestOf(request.query), request);
  }
}
