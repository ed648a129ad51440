import { Handles } from '@lectern/bus';
import type { Request } from '@lectern/contracts/core';
import { askKnowledgeBox, askResource } from '@lectern/contracts/search';
import { Controller } from '@nestjs/common';
import { RecordedAsks } from './recorded-asks';

@Controller()
export class AskHandlers {
  constructor(private readonly asks: RecordedAsks) {}

  @Handles(askKnowledgeBox)
  ask({ params, body, ...call }: Request<typeof askKnowledgeBox>) {
    return this.asks.ask({ ...call, kbid: params.kbid, request: body });
  }

  @Handles(askResource)
  askResource({ params, body, ...call }: Request<typeof askResource>) {
    return this.asks.ask({ ...call, kbid: params.kbid, request: body, target: params });
  }
}
