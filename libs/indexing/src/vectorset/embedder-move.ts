import { Bus } from '@lectern/bus';
import { fillVectorset, knowledgeBoxChanged, purgeVectorset } from '@lectern/contracts/knowledge-box';
import type { ModelsInUse } from '@lectern/contracts/understanding';
import { TaskQueue, Transactions } from '@lectern/database';
import { VectorsetRepository } from '@lectern/resource-store';
import { Injectable, Logger } from '@nestjs/common';
import { betterEmbedder, type LanguageCounts, suitableEmbedder } from './embedder-choice';
import { fillKey, purgeKey } from '../queue/vectorset-keys';
import type { EntityManager } from 'typeorm';

/** Larger boxes are not moved automatically, because of the cost. */
const MOVED_RESOURCES_MAX = 1_000;

type Models = Pick<ModelsInUse, 'embedder' | 'embedders' | 'candidates'>;

/** One model replaces another. */
export interface EmbedderMove {
  readonly kbid: string;
  /** The new model. */
  readonly id: string;
  /** The old model, which is removed when the new one has all vectors. */
  readonly instead: string;
}

/**
 * Chooses an embedding model that suits the languages of a box for which nobody chose one, and another one if the box,
 * while still small, turns out to be in other languages.
 */
@Injectable()
export class EmbedderMoves {
  private readonly logger = new Logger('Embedding');

  constructor(
    private readonly transactions: Transactions,
    private readonly vectorsets: VectorsetRepository,
    private readonly tasks: TaskQueue,
    private readonly bus: Bus,
  ) {}

  /** For a box without vectors. */
  async choose(kbid: string, models: Models, tx: EntityManager): Promise<Models['embedder']> {
    return suitableEmbedder(models, await this.contentsOf(kbid, tx));
  }

  /** Starts moving a box whose only vectorset does not suit it; searches use that one until the other is complete. */
  async beginWhereBetter(kbid: string, models: Models): Promise<void> {
    const move = await this.transactions.run(async (tx) => {
      if (!(await this.vectorsets.tryLockBox(kbid, tx))) return undefined;
      const [present, ...others] = await this.vectorsets.list(kbid, tx);
      if (!present || others.length > 0 || !(await this.vectorsets.isUnchosen(kbid, tx))) return undefined;
      const contents = await this.contentsOf(kbid, tx);
      const model = isSmall(contents) ? betterEmbedder(models, present.id, contents) : undefined;
      // A vectorset that is being deleted must go first.
      if (!model || (await this.vectorsets.find({ kbid, id: model.id }, tx))) return undefined;
      await this.vectorsets.add(kbid, model, tx);
      const begun: EmbedderMove = { kbid, id: model.id, instead: present.id };
      await this.tasks.add(fillVectorset, begun, { tx, tenant: kbid, key: fillKey(begun), serialBy: fillKey(begun) });
      return begun;
    });
    if (!move) return;
    this.bus.publish(knowledgeBoxChanged, { kbid });
    this.logger.log(`Knowledge box ${kbid} moves from ${move.instead} to ${move.id}, which speaks its languages`);
  }

  /** Ends the move, unless somebody has chosen a model. */
  async end({ kbid, id, instead }: EmbedderMove): Promise<void> {
    const isEnded = await this.transactions.run(async (tx) => {
      if (!(await this.vectorsets.tryLockBox(kbid, tx)) || !(await this.vectorsets.isUnchosen(kbid, tx))) return false;
      const present = (await this.vectorsets.list(kbid, tx)).map((vectorset) => vectorset.id);
      if (![id, instead].every((one) => present.includes(one))) return false;
      await this.vectorsets.markDeleted({ kbid, id: instead }, tx);
      const key = purgeKey({ kbid, id: instead });
      await this.tasks.add(purgeVectorset, { kbid, id: instead }, { tx, tenant: kbid, key, serialBy: key });
      return true;
    });
    if (isEnded) this.bus.publish(knowledgeBoxChanged, { kbid });
  }

  private contentsOf(kbid: string, tx: EntityManager): Promise<LanguageCounts> {
    return this.vectorsets.countLanguages(kbid, MOVED_RESOURCES_MAX + 1, tx);
  }
}

function isSmall(contents: LanguageCounts): boolean {
  return [...contents.values()].reduce((sum, count) => sum + count, 0) <= MOVED_RESOURCES_MAX;
}
