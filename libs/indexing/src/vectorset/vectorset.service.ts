import { Bus } from '@lectern/bus';
import { AppError } from '@lectern/contracts/core';
import {
  fillVectorset,
  knowledgeBoxChanged,
  purgeVectorset,
  type VectorsetCreated,
  type VectorsetReference,
  VECTORSETS_MAX,
} from '@lectern/contracts/knowledge-box';
import type { ModelsInUse } from '@lectern/contracts/understanding';
import { TaskQueue, Transactions } from '@lectern/database';
import { VectorsetRepository } from '@lectern/resource-store';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { VectorsetEmbedders } from './vectorset-embedders';
import { fillKey, purgeKey } from '../queue/vectorset-keys';

/** Adds and deletes vectorsets, one change per box at a time. */
@Injectable()
export class VectorsetService {
  constructor(
    private readonly transactions: Transactions,
    private readonly vectorsets: VectorsetRepository,
    private readonly models: VectorsetEmbedders,
    private readonly tasks: TaskQueue,
    private readonly bus: Bus,
  ) {}

  /** @throws AppError `not_found`, `conflict`, `invalid_request`, `quota_exceeded` */
  async add({ kbid, id }: VectorsetReference): Promise<VectorsetCreated> {
    const models = await this.modelsOf(kbid, [id]);
    await this.change(kbid, async (tx) => {
      await this.models.ensureDefault(kbid, models, tx);
      const model = await this.admit({ kbid, id }, models, tx);
      await this.vectorsets.add(kbid, model, tx);
      const options = { tx, tenant: kbid, key: fillKey({ kbid, id }), serialBy: fillKey({ kbid, id }) };
      await this.tasks.add(fillVectorset, { kbid, id }, options);
    });
    return { id };
  }

  /** @throws AppError `not_found`, `conflict` */
  async delete({ kbid, id }: VectorsetReference): Promise<null> {
    const models = await this.modelsOf(kbid);
    await this.change(kbid, async (tx) => {
      await this.models.ensureDefault(kbid, models, tx);
      const present = await this.vectorsets.list(kbid, tx);
      if (!present.some((vectorset) => vectorset.id === id)) return;
      if (present.length === 1) throw new AppError('conflict', 'Deletion of your last vectorset is not allowed');
      await this.vectorsets.markDeleted({ kbid, id }, tx);
      const key = purgeKey({ kbid, id });
      await this.tasks.add(purgeVectorset, { kbid, id }, { tx, tenant: kbid, key, serialBy: key });
    });
    return null;
  }

  private async modelsOf(kbid: string, named: readonly string[] = []) {
    const present = await this.transactions.read((tx) => this.vectorsets.list(kbid, tx));
    const ids = [...named, ...present.map((vectorset) => vectorset.id)];
    return this.models.describeFor({ kbid, ids, refresh: true });
  }

  private async admit(
    { kbid, id }: VectorsetReference,
    { embedders }: Pick<ModelsInUse, 'embedders'>,
    tx: EntityManager,
  ): Promise<ModelsInUse['embedder']> {
    const present = await this.vectorsets.find({ kbid, id }, tx);
    if (present?.deleted) {
      throw new AppError('conflict', 'Vectorset is already being deleted. Please try again later.');
    }
    if (present) throw new AppError('conflict', `Vectorset ${id} already exists`);
    const model = embedders.find((embedder) => embedder.id === id);
    if (!model) {
      const known = embedders.map((embedder) => embedder.id).join(', ');
      throw new AppError(
        'invalid_request',
        `Unknown embedding model ${id}; installed, or usable with keys of this box, are ${known}`,
      );
    }
    if ((await this.vectorsets.list(kbid, tx)).length >= VECTORSETS_MAX) {
      throw new AppError('quota_exceeded', `A knowledge box has at most ${VECTORSETS_MAX} vectorsets`);
    }
    return model;
  }

  private async change(kbid: string, work: (tx: EntityManager) => Promise<void>): Promise<void> {
    await this.transactions.run(async (tx) => {
      await this.vectorsets.lockBox(kbid, tx);
      await work(tx);
      await this.vectorsets.noteModels(kbid, tx);
    });
    this.bus.publish(knowledgeBoxChanged, { kbid });
  }
}
