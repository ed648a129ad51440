import { randomUUID } from 'node:crypto';
import { Bus } from '@lectern/bus';
import { accessChanged, type Principal, systemPrincipal } from '@lectern/contracts/core';
import {
  type CreatedId,
  type CreateKnowledgeBoxPayload,
  type EmptyRecord,
  knowledgeBoxChanged,
  type LearningConfiguration,
  type ModifyKnowledgeBoxPayload,
  purgeKnowledgeBox,
} from '@lectern/contracts/knowledge-box';
import {
  configureNewBox,
  describeBoxEmbedders,
  describeModels,
  purgeBoxConfiguration,
} from '@lectern/contracts/understanding';
import { admitWithinQuota, TaskQueue, Transactions } from '@lectern/database';
import {
  insertVectorsets,
  type KnowledgeBoxEntity,
  KnowledgeBoxRepository,
  type NewVectorset,
  type OwnedBox,
} from '@lectern/resource-store';
import { KnowledgeBoxUserRepository, recordUseOfNuaKey, userOf } from '@lectern/access';
import { Injectable, Logger } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { boxLimitOf, boxLimitRefusal } from './box-limits';
import { chosenVectorsets, namesEmbedders } from './learning-configuration';
import { modifiedKnowledgeBox, newKnowledgeBox } from './new-knowledge-box';

const BOXES_PER_ACCOUNT_MAX = 5_000;

/** Inserts further rows together with a new box. */
export type AlsoCreate = (kbid: string, tx: EntityManager) => Promise<void>;

interface Creation {
  readonly principal: Principal;
  readonly also?: AlsoCreate;
  /** Most boxes of this mode; undefined without a limit. */
  readonly limit: number | undefined;
}

/** Creates, changes and deletes knowledge boxes, and publishes that they changed. */
@Injectable()
export class KnowledgeBoxWriter {
  private readonly logger = new Logger(KnowledgeBoxWriter.name);

  constructor(
    private readonly transactions: Transactions,
    private readonly boxes: KnowledgeBoxRepository,
    private readonly users: KnowledgeBoxUserRepository,
    private readonly queue: TaskQueue,
    private readonly bus: Bus,
  ) {}

  /**
   * A user who creates a knowledge box owns it.
   *
   * @param also runs in the same transaction, with the id of the box
   */
  async create(
    account: string,
    payload: CreateKnowledgeBoxPayload,
    { principal, also }: { readonly principal: Principal; readonly also?: AlsoCreate },
  ): Promise<CreatedId> {
    const id = randomUUID();
    const box = newKnowledgeBox({ id, account, payload, now: new Date() });
    const configuration = payload.learning_configuration ?? {};
    const isConfigured = Object.keys(configuration).length > 0;
    if (isConfigured) {
      const body = { account, kbid: id, configuration };
      await this.bus.request(configureNewBox, { body }, { principal: systemPrincipal });
    }
    try {
      const limit = await boxLimitOf(account, box.mode, this.bus);
      const vectorsets = await this.vectorsetsOf(configuration, { account, kbid: id });
      await this.insert(box, vectorsets, { principal, also, limit });
    } catch (error) {
      if (isConfigured) await this.forgetConfiguration({ account, kbid: id });
      throw error;
    }
    this.publishChange(id);
    return { id };
  }

  /** @throws AppError `not_found`, `conflict` when the slug is taken, `invalid_request` */
  async modify(
    { account, kbid }: OwnedBox,
    payload: ModifyKnowledgeBoxPayload,
    principal: Principal,
  ): Promise<EmptyRecord> {
    await this.transactions.run(async (tx) => {
      const box = await this.boxes.lock(account, kbid, tx);
      await this.boxes.update(modifiedKnowledgeBox(box, payload), tx);
      await recordUseOfNuaKey(principal, { kind: 'knowledge_box_modified', details: { kbid } }, tx);
    });
    this.publishChange(kbid);
    return {};
  }

  /** Takes effect at once; a task removes the content. @throws AppError `not_found` */
  async delete({ account, kbid }: OwnedBox, principal: Principal): Promise<null> {
    await this.transactions.run(async (tx) => {
      const { mode } = await this.boxes.lock(account, kbid, tx);
      await this.boxes.delete(account, kbid, tx);
      await recordUseOfNuaKey(principal, { kind: 'knowledge_box_deleted', details: { kbid } }, tx);
      const deleted = { kbid, account, ...(mode !== 'kb' && { isAgent: true }) };
      await this.queue.add(purgeKnowledgeBox, deleted, { tx, key: `purge:${kbid}` });
    });
    this.publishChange(kbid);
    return null;
  }

  private async insert(
    box: KnowledgeBoxEntity,
    vectorsets: readonly NewVectorset[],
    { principal, also, limit }: Creation,
  ): Promise<void> {
    const { id, account, mode } = box;
    const creator = userOf(principal);
    await this.transactions.run(async (tx) => {
      await admitWithinQuota(tx, {
        name: `knowledge-boxes/${account}`,
        count: () => this.boxes.count(account, tx),
        max: BOXES_PER_ACCOUNT_MAX,
        refusal: `An account has at most ${BOXES_PER_ACCOUNT_MAX} knowledge boxes`,
      });
      if (limit !== undefined)
        await admitWithinQuota(tx, {
          name: `knowledge-boxes/${account}`,
          count: () => this.boxes.count(account, tx, mode),
          max: limit,
          refusal: boxLimitRefusal(mode, limit),
        });
      await this.boxes.insert(box, tx);
      await insertVectorsets(id, vectorsets, tx);
      if (creator) await this.users.put(id, [{ userId: creator.id, role: 'SOWNER' }], tx);
      await recordUseOfNuaKey(principal, { kind: 'knowledge_box_created', details: { kbid: id } }, tx);
      await also?.(id, tx);
    });
  }

  private async vectorsetsOf(configuration: LearningConfiguration, box: OwnedBox): Promise<readonly NewVectorset[]> {
    if (!namesEmbedders(configuration)) return [];
    const call = { principal: systemPrincipal };
    const { embedders } = await this.bus.request(describeModels, {}, call);
    if (!configuration.user_keys) return chosenVectorsets(configuration, embedders);
    const own = await this.bus.request(describeBoxEmbedders, { body: box }, call);
    return chosenVectorsets(configuration, [...embedders, ...own.embedders]);
  }

  /** For a box that was not created. Failure is harmless because ids are never reused. */
  private async forgetConfiguration(ownBox: OwnedBox): Promise<void> {
    try {
      await this.bus.request(purgeBoxConfiguration, { body: ownBox }, { principal: systemPrincipal });
    } catch (error) {
      this.logger.warn(`The configuration of a box that was not created is left: ${String(error)}`);
    }
  }

  private publishChange(kbid: string): void {
    this.boxes.invalidate(kbid);
    this.bus.publish(accessChanged, { kbid });
    this.bus.publish(knowledgeBoxChanged, { kbid });
  }
}
