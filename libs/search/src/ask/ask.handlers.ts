import { Handles } from '@lectern/bus';
import type { Request } from '@lectern/contracts/core';
import { askKnowledgeBox } from '@lectern/contracts/search';
import { Controller } from '@nestjs/common';
import { RecordedAsks } from './recorded-asks';

@Controller()
export class AskHandlers {
  constructor(private readonly asks: RecordedAsks) {}

  @Handles(askKnowledgeBox)
  ask({ params, body, ...call }: Request<typeof askKnowledgeBox>) {
    const { kbid, rid, rslug } = params;
    const target = rid === undefined && rslug === undefined ? undefined : params;
    return this.asks.ask({ ...call, kbid, request: body, target });
  }
}
