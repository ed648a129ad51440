import { Handles } from '@lectern/bus';
import type { Request } from '@lectern/contracts/core';
import { listChanges } from '@lectern/contracts/knowledge-box';
import { Controller } from '@nestjs/common';
import { ChangeFeedService } from './change-feed.service';

@Controller()
export class ChangeHandlers {
  constructor(private readonly feed: ChangeFeedService) {}

  @Handles(listChanges)
  list({ params, query, principal, signal }: Request<typeof listChanges>) {
    return this.feed.list(params.kbid, query, { principal, signal });
  }
}
