import { type ResourceReference, updateIndexedResource } from '@lectern/contracts/knowledge-box';
import { Runs } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import { IndexWriter } from '../puts/index-writer';
import { IndexingProgress } from '../puts/indexing-progress';
import { batched } from '../queue/batched';

type IndexUpdate = NonNullable<(typeof updateIndexedResource)['payload']>;

/** Jobs that are processed together, so that many resources share a commit of the indexes. */
const TOGETHER_MAX = 256;
const GATHER_MS = 2;

/**
 * Updates the filterable members of resources in both indexes, and removes deleted resources. Safe to repeat: it reads
 * committed rows, and the indexes ignore versions older than theirs.
 */
@Injectable()
export class UpdateIndexedResourceTask {
  private readonly update = batched((jobs: readonly IndexUpdate[]) => this.updateAll(jobs), {
    max: TOGETHER_MAX,
    gatherMs: GATHER_MS,
  });

  constructor(
    private readonly indexes: IndexWriter,
    private readonly progress: IndexingProgress,
  ) {}

  /** Separate from all other tasks, so that it does not wait for their backlog. */
  @Runs(updateIndexedResource, { concurrency: TOGETHER_MAX })
  async run(job: IndexUpdate): Promise<void> {
    await this.update(job);
  }

  private async updateAll(jobs: readonly IndexUpdate[]): Promise<readonly true[]> {
    for (const [kbid, own] of Map.groupBy(jobs, (job) => job.kbid)) {
      const deleted = own.flatMap(({ rid, deletedVersion }) =>
        deletedVersion === undefined ? [] : [{ rid, version: deletedVersion }],
      );
      if (deleted.length > 0) await this.indexes.deleteMany(kbid, deleted);
      const changed = own.filter(({ deletedVersion }) => deletedVersion === undefined).map(ridOf);
      if (changed.length > 0) await this.indexes.update(kbid, changed);
      await Promise.all(changed.map((rid) => this.progress.indexed({ kbid, rid })));
    }
    return jobs.map(() => true);
  }
}

function ridOf({ rid }: ResourceReference): string {
  return rid;
}
