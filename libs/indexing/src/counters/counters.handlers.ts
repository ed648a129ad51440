import { Handles } from '@lectern/bus';
import { type Request, visibilityOfReads } from '@lectern/contracts/core';
import { countContent, listShards } from '@lectern/contracts/knowledge-box';
import { Controller } from '@nestjs/common';
import { CountersService } from './counters.service';

@Controller()
export class CountersHandlers {
  constructor(private readonly counters: CountersService) {}

  @Handles(countContent)
  count({ params, query, principal }: Request<typeof countContent>) {
    return this.counters.counters(params.kbid, { hasShards: query.debug, visibility: visibilityOfReads(principal) });
  }

  @Handles(listShards)
  list({ params }: Request<typeof listShards>) {
    return this.counters.shards(params.kbid);
  }
}
