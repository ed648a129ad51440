import { Handles } from '@lectern/bus';
import type { Request } from '@lectern/contracts/core';
import { getAskTrace, replayAsk } from '@lectern/contracts/search';
import { Controller } from '@nestjs/common';
import { AskReplays } from './ask-replays';
import { AskTracesService } from './ask-traces.service';

@Controller()
export class AskTracesHandlers {
  constructor(
    private readonly traces: AskTracesService,
    private readonly replays: AskReplays,
  ) {}

  @Handles(getAskTrace)
  get({ params, principal }: Request<typeof getAskTrace>) {
    return this.traces.get(params, principal);
  }

  @Handles(replayAsk)
  replay(request: Request<typeof replayAsk>) {
    return this.replays.replay(request);
  }
}
