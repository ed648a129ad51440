import { purgeVectorset, type VectorsetReference } from '@lectern/contracts/knowledge-box';
import { Runs, type TaskRun, Transactions } from '@lectern/database';
import { VectorsetContentRepository, VectorsetRepository } from '@lectern/resource-store';
import { VectorIndex } from '@lectern/vector-index';
import { Injectable } from '@nestjs/common';

/** Removes the data of a deleted vectorset: records, vectors, its index and finally its row. Safe to repeat. */
@Injectable()
export class PurgeVectorsetTask {
  constructor(
    private readonly transactions: Transactions,
    private readonly vectorsets: VectorsetRepository,
    private readonly contents: VectorsetContentRepository,
    private readonly vectors: VectorIndex,
  ) {}

  @Runs(purgeVectorset, { concurrency: 2 })
  async run(vectorset: VectorsetReference, { signal, alive }: TaskRun): Promise<void> {
    // After the lock, writers that started before the deletion have ended, and no others start.
    const row = await this.transactions.run((tx) => this.vectorsets.lock(vectorset, tx));
    if (!row?.deleted) return;
    const step = () => {
      signal.throwIfAborted();
      alive();
    };
    while (await this.transactions.run((tx) => this.contents.removeNotes(vectorset, tx))) step();
    for (let after: string | undefined = ''; after !== undefined;) {
      const from: string = after;
      after = await this.transactions.run((tx) => this.contents.removeVectors(vectorset, from, tx));
      step();
    }
    await this.vectors.dropVectorset(vectorset.kbid, vectorset.id);
    await this.transactions.run((tx) => this.vectorsets.delete(vectorset, tx));
  }
}
