import { Handles } from '@lectern/bus';
import type { Request } from '@lectern/contracts/core';
import {
  type IndexDamageNoted,
  listIndexDifferences,
  readIndexRuns,
  reportIndexDamage,
  startIndexRun,
} from '@lectern/contracts/knowledge-box';
import { Controller } from '@nestjs/common';
import { IndexHealing } from './index-healing';
import { IndexRunService } from './index-run.service';

@Controller()
export class IndexRunHandlers {
  constructor(
    private readonly runs: IndexRunService,
    private readonly healing: IndexHealing,
  ) {}

  @Handles(startIndexRun)
  start({ params, body }: Request<typeof startIndexRun>) {
    return this.runs.start(params.work, body);
  }

  @Handles(readIndexRuns)
  read({ params, query }: Request<typeof readIndexRuns>) {
    return this.runs.read(params.work, query.kb);
  }

  @Handles(reportIndexDamage)
  async heal({ body }: Request<typeof reportIndexDamage>): Promise<IndexDamageNoted> {
    return { healing: await this.healing.heal(body) };
  }

  @Handles(listIndexDifferences)
  listDifferences({ query }: Request<typeof listIndexDifferences>) {
    return this.runs.listDifferences(query);
  }
}
