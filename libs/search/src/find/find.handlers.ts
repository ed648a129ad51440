import { Handles } from '@lectern/bus';
import type { Request } from '@lectern/contracts/core';
import { findByQuery, findParagraphs } from '@lectern/contracts/search';
import { Controller } from '@nestjs/common';
import { findRequestOf } from './find-by-query';
import { type FindCall, RecordedFinds } from './recorded-finds';

@Controller()
export class FindHandlers {
  constructor(private readonly finds: RecordedFinds) {}

  @Handles(findParagraphs)
  find(request: Request<typeof findParagraphs>) {
    return this.finds.find(request.params.kbid, request.body, callOf(request));
  }

  @Handles(findByQuery)
  findByQuery(request: Request<typeof findByQuery>) {
    return this.finds.find(request.params.kbid, findRequestOf(request.query), callOf(request));
  }
}

function callOf({ headers, ...call }: Request<typeof findParagraphs | typeof findByQuery>): FindCall {
  return { ...call, client: headers['x-kbdb-client'] };
}
