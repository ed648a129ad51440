import { Handles } from '@lectern/bus';
import type { Request } from '@lectern/contracts/core';
import { clientOf, findByQuery, findParagraphs } from '@lectern/contracts/search';
import { byQueryParameters } from '@lectern/filters';
import { Controller } from '@nestjs/common';
import { findRequestOf } from './find-by-query';
import type { RecordedCall } from '../query/retrieval-query';
import { RecordedFinds } from './recorded-finds';

@Controller()
export class FindHandlers {
  constructor(private readonly finds: RecordedFinds) {}

  @Handles(findParagraphs)
  find(request: Request<typeof findParagraphs>) {
    return this.finds.find(request.params.kbid, request.body, callOf(request));
  }

  @Handles(findByQuery)
  async findByQuery(request: Request<typeof findByQuery>) {
    const { kbid } = request.params;
    return byQueryParameters(() => this.finds.find(kbid, findRequestOf(request.query), callOf(request)));
  }
}

function callOf({ headers, ...call }: Request<typeof findParagraphs | typeof findByQuery>): RecordedCall {
  return { ...call, client: clientOf(headers) };
}
