import { AppError, type Principal } from '@lectern/contracts/core';
import type { MessagePayload, Queued, StrategyNames } from '@lectern/contracts/knowledge-box';
import { knowingWhetherDone } from '@lectern/database';
import { changeBy, IngestQueue, ResourceChanges } from '@lectern/indexing';
import {
  checkMessageCount,
  type ConversationKey,
  ConversationRepository,
  conversationValue,
  type FieldEntity,
  FieldRepository,
  newConversationField,
  type NewMessage,
  type ResourceEntity,
  type ResourceLocation,
  splitId,
} from '@lectern/resource-store';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { MessageWriter } from './message-writer';

/** A conversation of a resource identified by id or slug. */
export type ConversationLocation = ResourceLocation & { readonly field_id: string };

/** Appends messages to conversations and deletes them, without reading or rewriting the other messages. */
@Injectable()
export class ConversationWriter {
  constructor(
    private readonly changes: ResourceChanges,
    private readonly fields: FieldRepository,
    private readonly conversations: ConversationRepository,
    private readonly messages: MessageWriter,
    private readonly ingest: IngestQueue,
  ) {}

  /** @throws AppError `not_found` for the resource, `invalid_request`, `rate_limited`, `quota_exceeded` */
  async append(
    { field_id: id, ...location }: ConversationLocation,
    payloads: readonly MessagePayload[],
    principal: Principal,
  ): Promise<Queued> {
    await this.ingest.admit();
    const target = await this.changes.locate(location);
    const key = { kbid: target.kbid, rid: target.rid, id };
    const messages = await this.messages.prepare(key, payloads);
    let seqid: number | null = null;
    try {
      const guard = await this.messages.guard(key.kbid, messages);
      const append = async (resource: ResourceEntity, tx: EntityManager) => {
        await guard(tx);
        const number = await this.ingest.nextSeqid(tx);
        const field = await this.store(key, { messages, seqid: number }, tx);
        seqid = number;
        await this.ingest.understand(target, [field], { tx });
        // The indexes are updated once the new messages have been processed; until then they keep the old content.
        return { resource: { ...resource, status: 'PENDING', lastSeqid: number }, toIndex: 'nothing' } as const;
      };
      await knowingWhetherDone(() => this.changes.apply(target, authorship(principal), append));
    } catch (error) {
      if (error instanceof AppError && error.isUndone) await this.messages.discard(messages);
      throw error;
    }
    return { seqid };
  }

  /**
   * A message that does not exist is not an error.
   *
   * @throws AppError `not_found` for the resource and the field
   */
  async deleteMessage(
    { field_id: id, ...location }: ConversationLocation,
    ident: string,
    principal: Principal,
  ): Promise<null> {
    await this.changes.apply(location, authorship(principal), async (resource, tx) => {
      const key = { kbid: resource.kbid, rid: resource.id, id };
      const field = await this.fields.find({ ...key, letter: 'c' }, tx);
      if (!field) throw new AppError('not_found', 'Field does not exist');
      const orphans = await this.conversations.forget(key, ident, tx);
      if (!orphans) return undefined;
      await this.fields.delete({ ...key, letter: 'c', id: splitId(id, ident) }, tx);
      await this.fields.setValue({ ...key, letter: 'c' }, withOneLess(field.value), tx);
      return { resource: await this.withStatus(resource, tx), toIndex: 'content', orphans };
    });
    return null;
  }

  private async store(
    key: ConversationKey,
    { messages, seqid }: { readonly messages: readonly NewMessage[]; readonly seqid: number },
    tx: EntityManager,
  ): Promise<FieldEntity> {
    const fieldKey = { ...key, letter: 'c' as const };
    const field = await this.fields.find(fieldKey, tx);
    if (!field) {
      const { messages: _, password: __, ...created } = newConversationField(key.id, messages);
      const sealed = { ...created, sealedPassword: null, sealedSecrets: null };
      await this.fields.put({ kbid: key.kbid, rid: key.rid, seqid }, [sealed], tx);
    }
    const before = await this.conversations.countAppended(key, tx);
    checkMessageCount(before + messages.length);
    const idents = messages.map(({ value }) => value.ident);
    if (before > 0 && (await this.conversations.findTaken(key, idents, tx)) !== undefined) {
      throw new AppError('invalid_request', `Message identifiers must be unique field=${key.id}`);
    }
    await this.conversations.append(key, { from: before, seqid, messages }, tx);
    if (field) {
      const deleted = before - messageTotal(field.value);
      const value = conversationValue({ appended: before + messages.length, deleted }, strategiesIn(field.value));
      await this.fields.setValue(fieldKey, value, tx);
    }
    const [pending] = await this.fields.setPending(fieldKey, { seqid }, tx);
    if (!pending) throw new Error('The field was stored above');
    return pending;
  }

  /** Empty if the last message with text is deleted. */
  private async withStatus(resource: ResourceEntity, tx: EntityManager): Promise<ResourceEntity> {
    if (resource.status === 'PENDING') return resource;
    const states = await this.fields.listStates(resource.kbid, [resource.id], tx);
    const isEmpty = resource.status === 'PROCESSED' && states.every(({ found }) => found?.isEmpty ?? true);
    return isEmpty ? { ...resource, status: 'EMPTY' } : resource;
  }
}

function authorship(principal: Principal) {
  return { kind: 'modified', ...changeBy(principal) } as const;
}

function messageTotal(value: FieldEntity['value']): number {
  return typeof value === 'object' && 'total' in value ? value.total : 0;
}

/** Appended messages are processed with the strategies of the existing ones. */
function strategiesIn(value: FieldEntity['value']): StrategyNames {
  return typeof value === 'object' && 'total' in value ? value : {};
}

function withOneLess(value: FieldEntity['value']): FieldEntity['value'] {
  return typeof value === 'object' && 'total' in value ? { ...value, total: value.total - 1 } : value;
}
