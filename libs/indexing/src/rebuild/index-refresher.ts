import type { ResourceReference } from '@lectern/contracts/knowledge-box';
import { Transactions } from '@lectern/database';
import type { PutOptions } from '@lectern/keyword-index';
import type { HeldResource } from './index-run.entity';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { IndexWriter, type VectorizedResource } from '../puts/index-writer';
import { IngestQueue } from '../queue/ingest-queue';
import { ResourceChanges } from '../resource/resource-changes';
import { IndexTruthRepository, type ResourcesOfBox } from './index-truth.repository';
import type { BoxIndex } from './index-scroll';

export interface RefreshOptions extends PutOptions {
  /** A vectorset to be emptied of resources without vectors in it. */
  readonly emptied?: BoxIndex['vectorset'];
}

/** Puts committed resources into the indexes again while others may be changing them. */
@Injectable()
export class IndexRefresher {
  constructor(
    private readonly transactions: Transactions,
    private readonly truth: IndexTruthRepository,
    private readonly indexes: IndexWriter,
    private readonly ingest: IngestQueue,
    private readonly changes: ResourceChanges,
  ) {}

  async refresh(of: ResourcesOfBox, options: RefreshOptions = {}): Promise<void> {
    const { kbid } = of;
    const long = await this.transactions.read((tx) => this.truth.longAmong(of, tx));
    const rids = of.rids.filter((rid) => !long.includes(rid));
    const { states, contents } = await this.transactions.run((tx) => this.read(of, rids, tx), 'REPEATABLE READ');
    const { emptied, searchable } = options;
    const complete = emptied ? contents.map((content) => withVectorset(content, emptied)) : contents;
    if (complete.length > 0) await this.indexes.putMany(kbid, complete, { searchable });
    for (const rid of long) await this.putLong({ kbid, rid }, options);
    await this.transactions.run(async (tx) => {
      const now = await this.truth.states(of, tx);
      const changed = [...now].flatMap(([rid, state]) => (states.get(rid) === state ? [] : [rid]));
      // A writer may have put newer versions before our put of old ones.
      await this.ingest.reindex(of.kbid, changed, tx);
    });
  }

  /** Puts resources that are ignored as outdated because the index comes from a database that was ahead of this one. */
  async overtake(kbid: string, held: readonly HeldResource[]): Promise<void> {
    const rids = held.map(({ rid }) => rid);
    await this.transactions.run(async (tx) => {
      await this.changes.overtake(kbid, held, tx);
      await this.ingest.reindex(kbid, rids, tx);
    });
  }

  private async putLong(reference: ResourceReference, { emptied, searchable }: RefreshOptions): Promise<void> {
    const own = await this.transactions.read((tx) => this.truth.vectorsetsOf(reference, tx));
    await this.indexes.putLong(reference, { searchable });
    const isAmong = own.some(({ id }) => id === emptied?.id);
    for (const vectorset of emptied && !isAmong ? [...own, emptied] : own)
      await this.indexes.putLongVectors(reference, vectorset);
  }

  private async read(of: ResourcesOfBox, rids: readonly string[], tx: EntityManager) {
    const contents = await this.truth.read({ ...of, rids }, tx);
    return { states: await this.truth.states(of, tx), contents };
  }
}

function withVectorset(content: VectorizedResource, emptied: NonNullable<BoxIndex['vectorset']>): VectorizedResource {
  if (content.vectors.some(({ vectorset }) => vectorset.id === emptied.id)) return content;
  return { ...content, vectors: [...content.vectors, { vectorset: emptied, rows: [] }] };
}
