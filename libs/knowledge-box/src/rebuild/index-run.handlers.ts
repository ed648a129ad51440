import { Handles } from '@lectern/bus';
import { listIndexDifferences, readIndexRuns, type Request, startIndexRun } from '@lectern/contracts';
import { Controller } from '@nestjs/common';
import { IndexRunService } from './index-run.service';

@Controller()
export class IndexRunHandlers {
  constructor(private readonly runs: IndexRunService) {}

  @Handles(startIndexRun)
  start({ params, body }: Request<typeof startIndexRun>) {
    return this.runs.start(params.work, body);
  }

  @Handles(readIndexRuns)
  read({ params, query }: Request<typeof readIndexRuns>) {
    return this.runs.read(params.work, query.kb);
  }

  @Handles(listIndexDifferences)
  listDifferences({ query }: Request<typeof listIndexDifferences>) {
    return this.runs.listDifferences(query);
  }
}
