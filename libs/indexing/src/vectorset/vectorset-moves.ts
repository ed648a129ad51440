import { Bus } from '@lectern/bus';
import { AppError } from '@lectern/contracts/core';
import {
  fillVectorset,
  knowledgeBoxChanged,
  type NamedVectorset,
  type VectorsetFilling,
} from '@lectern/contracts/knowledge-box';
import { TaskQueue, Transactions } from '@lectern/database';
import { VectorsetContentRepository, type VectorsetEntity, VectorsetRepository } from '@lectern/resource-store';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { fillKey } from '../queue/vectorset-keys';

/** Moves a box from one embedding model to another: what it had is embedded anew, and then searched by default. */
@Injectable()
export class VectorsetMoves {
  constructor(
    private readonly transactions: Transactions,
    private readonly vectorsets: VectorsetRepository,
    private readonly contents: VectorsetContentRepository,
    private readonly tasks: TaskQueue,
    private readonly bus: Bus,
  ) {}

  /** @throws AppError `not_found`, `conflict` while it lacks vectors */
  async promote(key: NamedVectorset): Promise<null> {
    await this.transactions.run(async (tx) => {
      const { fillCursor } = await this.held(key, tx);
      const waiting = (await this.contents.countLacking(key.kbid, tx)).get(key.id) ?? 0;
      if (fillCursor !== null || waiting > 0)
        throw new AppError('conflict', `The vectorset ${key.id} still lacks vectors of ${waiting} resources`);
      await this.vectorsets.promote(key, tx);
      await this.vectorsets.noteModels(key.kbid, tx);
    });
    this.bus.publish(knowledgeBoxChanged, { kbid: key.kbid });
    return null;
  }

  /** Resources that are already queued are still embedded after a pause. @throws AppError `not_found` */
  async setFilling({ kbid, id, fills }: VectorsetFilling): Promise<null> {
    const key = fillKey({ kbid, id });
    await this.transactions.run(async (tx) => {
      await this.held({ kbid, id }, tx);
      if (!fills) return this.tasks.stop(key, { tx });
      await this.tasks.add(fillVectorset, { kbid, id }, { tx, tenant: kbid, key, serialBy: key });
    });
    return null;
  }

  private async held(key: NamedVectorset, tx: EntityManager): Promise<VectorsetEntity> {
    await this.vectorsets.lockBox(key.kbid, tx);
    const found = await this.vectorsets.find(key, tx);
    if (!found || found.deleted) throw new AppError('not_found', `The box has no vectorset ${key.id}`);
    return found;
  }
}
