import { Handles } from '@lectern/bus';
import type { Request } from '@lectern/contracts/core';
import { clientOf, findParagraphs } from '@lectern/contracts/search';
import { Controller } from '@nestjs/common';
import { RecordedFinds } from './recorded-finds';

@Controller()
export class FindHandlers {
  constructor(private readonly finds: RecordedFinds) {}

  @Handles(findParagraphs)
  find({ params, headers, body, ...call }: Request<typeof findParagraphs>) {
    return this.finds.find(params.kbid, body, { ...call, client: clientOf(headers) });
  }
}
