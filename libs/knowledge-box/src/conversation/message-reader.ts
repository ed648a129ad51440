import { refuseTooLarge } from '@lectern/bus';
import type { ConversationMessage, MessagesFound, MessagesQuery } from '@lectern/contracts/knowledge-box';
import { Transactions } from '@lectern/database';
import {
  type ConversationKey,
  ConversationRepository,
  type MessageHead,
  ResourceRepository,
} from '@lectern/resource-store';
import { Injectable } from '@nestjs/common';
import { fieldGroups } from '../extracted/field-groups';

/** Positions per statement; deleted messages keep theirs. */
const POSITIONS_TOGETHER = 1_000;
/** Enough for the largest conversation. */
const STATEMENTS_MAX = 52;
/** Size as stored, limited so that the bus response stays small. */
const BYTES_MAX = 6 * 1024 * 1024;

/** Reads a bounded number of messages around another one. */
@Injectable()
export class MessageReader {
  constructor(
    private readonly transactions: Transactions,
    private readonly resources: ResourceRepository,
    private readonly conversations: ConversationRepository,
  ) {}

  /** @throws AppError `too_large` */
  async read({ kbid, rid, fieldId: id, ident, before, after, visibility }: MessagesQuery): Promise<MessagesFound> {
    const visible = await this.transactions.read((tx) =>
      this.resources.listVisible({ kbid, rids: [rid] }, visibility, tx),
    );
    if (visible.length === 0) return { messages: [] };
    const key = { kbid, rid, id };
    if (ident === undefined) return { messages: await this.load(key, await this.headsFrom(key, 0, after)) };
    const named = await this.transactions.read((tx) => this.conversations.find(key, ident, tx));
    if (!named) return { messages: [] };
    const { position } = named;
    const earlier = before > 0 ? await this.heads(key, position - POSITIONS_TOGETHER, position - 1) : [];
    const later = await this.headsFrom(key, position, after + 1);
    return { messages: await this.load(key, [...earlier.slice(-before), ...later]) };
  }

  private async headsFrom(key: ConversationKey, first: number, limit: number): Promise<readonly MessageHead[]> {
    const found: MessageHead[] = [];
    for (let i = 0; i < STATEMENTS_MAX && found.length < limit; i += 1) {
      const from = first + i * POSITIONS_TOGETHER;
      const heads = await this.heads(key, from, from + POSITIONS_TOGETHER - 1);
      found.push(...heads);
      if (heads.length === 0 && !(await this.isFollowed(key, from))) break;
    }
    return found.slice(0, limit);
  }

  /** Whether positions from this one on exist, including those of deleted messages. */
  private async isFollowed(key: ConversationKey, from: number): Promise<boolean> {
    return (await this.transactions.read((tx) => this.conversations.countAppended(key, tx))) > from;
  }

  private heads(key: ConversationKey, from: number, to: number): Promise<readonly MessageHead[]> {
    return this.transactions.read((tx) => this.conversations.listHeads(key, { from, to }, tx));
  }

  private async load(key: ConversationKey, heads: readonly MessageHead[]): Promise<readonly ConversationMessage[]> {
    refuseTooLarge(
      heads.reduce((sum, { bytes }) => sum + bytes, 0),
      'What these messages say',
      BYTES_MAX,
    );
    const messages: ConversationMessage[] = [];
    for (const group of fieldGroups(heads)) {
      const range = { from: group[0]?.position ?? 0, to: group.at(-1)?.position ?? -1 };
      messages.push(...(await this.transactions.read((tx) => this.conversations.list(key, range, tx))));
    }
    return messages;
  }
}
