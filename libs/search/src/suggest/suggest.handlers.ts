import { Handles } from '@lectern/bus';
import type { Request } from '@lectern/contracts/core';
import { suggest } from '@lectern/contracts/search';
import { Controller } from '@nestjs/common';
import { RecordedSuggestions } from './recorded-suggestions';

@Controller()
export class SuggestHandlers {
  constructor(private readonly suggestions: RecordedSuggestions) {}

  @Handles(suggest)
  suggest(request: Request<typeof suggest>) {
    return this.suggestions.suggest(request.params.kbid, request.body, request);
  }
}
