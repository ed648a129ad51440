import { AppError } from '@lectern/contracts/core';
import { type ConversationMessage, type ConversationPage, MESSAGES_PER_PAGE } from '@lectern/contracts/knowledge-box';
import { Transactions } from '@lectern/database';
import {
  type ConversationKey,
  ConversationRepository,
  FieldContentRepository,
  type FieldEntity,
  type NamedMessage,
  splitId,
  type WantedContent,
} from '@lectern/resource-store';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { type Long, LongList } from '../document/long';
import { type Split, splitOf, type Splits } from '../extracted/extracted-data';
import { fieldGroups } from '../extracted/field-groups';
import { pageNumber } from './page-number';

/** Names read per statement. */
const IDENTS_TOGETHER = 1_000;
/** Messages whose texts one statement reads. */
const SPLITS_TOGETHER = 200;

/** A deleted message; its ident stays reserved. */
export interface DeletedMessage {
  readonly rid: string;
  /** Id of the field. */
  readonly id: string;
  readonly ident: string;
}

/** Streams messages in batches, so that only part of a page is in memory. */
@Injectable()
export class ConversationReader {
  constructor(
    private readonly transactions: Transactions,
    private readonly conversations: ConversationRepository,
    private readonly contents: FieldContentRepository,
  ) {}

  /** @throws AppError `not_found` when there is no such page */
  page({ kbid, rid, id, value }: FieldEntity, wanted: 'first' | 'last' | number): Long<ConversationPage> {
    const { pages, total } = typeof value === 'object' && 'pages' in value ? value : { pages: 0, total: 0 };
    const page = pageNumber(wanted, pages);
    if (page === undefined) throw new AppError('not_found', 'Resource field value does not exist');
    return { page, pages, total, messages: new LongList(() => this.messages({ kbid, rid, id }, page)) };
  }

  /** Processing results of a conversation's messages. */
  splits({ kbid, rid, id }: ConversationKey, wanted: WantedContent): Splits {
    const key = { kbid, rid, id };
    return {
      present: new LongList(() => this.presentSplits(key, wanted)),
      deleted: new LongList(() => this.deleted(key)),
    };
  }

  /** Idents of deleted messages in all conversations of the resources. */
  async deletedIdents(kbid: string, rids: readonly string[], tx: EntityManager): Promise<readonly DeletedMessage[]> {
    return this.conversations.listAllDeleted(kbid, rids, tx);
  }

  private async *messages(key: ConversationKey, page: number): AsyncGenerator<readonly ConversationMessage[]> {
    const from = (page - 1) * MESSAGES_PER_PAGE;
    const range = { from, to: from + MESSAGES_PER_PAGE - 1 };
    const heads = await this.transactions.read((tx) => this.conversations.listHeads(key, range, tx));
    for (const group of fieldGroups(heads)) {
      const [first, last] = [group[0], group.at(-1)];
      if (!first || !last) continue;
      const part = { from: first.position, to: last.position };
      yield await this.transactions.read((tx) => this.conversations.list(key, part, tx));
    }
  }

  private async *presentSplits(key: ConversationKey, wanted: WantedContent): AsyncGenerator<readonly Split[]> {
    const limit = SPLITS_TOGETHER;
    let after = -1;
    for (;;) {
      const page = { after, limit };
      const heads = await this.transactions.read((tx) => this.conversations.listSplitHeads(key, page, tx));
      const found = heads.flatMap(({ bytes, ...head }) => (bytes === null ? [] : [{ ...head, bytes }]));
      for (const group of fieldGroups(found)) yield await this.splitsOf(key, group, wanted);
      if (heads.length < limit) return;
      after = heads.at(-1)?.position ?? after;
    }
  }

  private async splitsOf(
    { kbid, rid, id }: ConversationKey,
    messages: readonly NamedMessage[],
    wanted: WantedContent,
  ): Promise<readonly Split[]> {
    const ids = messages.map(({ ident }) => splitId(id, ident));
    const fields = { kbid, rids: [rid], letters: ['c' as const], ids };
    const { extracted, vectors } = await this.transactions.read((tx) => this.contents.listRows(fields, wanted, tx));
    const vectorsOf = Map.groupBy(vectors, (row) => row.id);
    const byId = new Map(extracted.map((split) => [split.id, splitOf(split, vectorsOf.get(split.id))]));
    return ids.flatMap((split) => byId.get(split) ?? []);
  }

  private async *deleted(key: ConversationKey): AsyncGenerator<readonly string[]> {
    const limit = IDENTS_TOGETHER;
    let after = -1;
    for (;;) {
      const page = { after, limit };
      const found = await this.transactions.read((tx) => this.conversations.listDeleted(key, page, tx));
      if (found.length > 0) yield found.map(({ ident }) => ident);
      if (found.length < limit) return;
      after = found.at(-1)?.position ?? after;
    }
  }
}
