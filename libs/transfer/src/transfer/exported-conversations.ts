import { type ConversationKey, ConversationRepository, type FieldEntity, splitId } from '@lectern/resource-store';
import { TransferConversationRepository, type WholeMessageHead } from './transfer-conversation.repository';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { fieldGroups, isLarge } from '@lectern/knowledge-box';
import { ExportedContent, type Snapshot } from './exported-content';
import { messageItem } from './exported-message';
import { jsonFrame } from './frame';

/** Messages per statement. */
const PAGE = 500;

/** Writes messages of conversations with their results, in bounded pieces. */
@Injectable()
export class ExportedConversations {
  constructor(
    private readonly conversations: ConversationRepository,
    private readonly rows: TransferConversationRepository,
    private readonly content: ExportedContent,
  ) {}

  /** Number of messages, including deleted ones. */
  async count(key: ConversationKey, tx: EntityManager): Promise<number> {
    return this.conversations.countAppended(key, tx);
  }

  /** Keys of all attachments, in message order. */
  async *blobKeys(key: ConversationKey, tx: EntityManager): AsyncGenerator<string> {
    for (let after = -1; ;) {
      const page = await this.rows.listBlobKeys(key, { after, limit: PAGE }, tx);
      for (const { blobKeys } of page) yield* blobKeys;
      after = page.at(-1)?.position ?? after;
      if (page.length < PAGE) return;
    }
  }

  /** @param first number of the binary of the first attachment */
  async *frames(field: FieldEntity, snapshot: Snapshot, first: number): AsyncGenerator<Buffer> {
    let binary = first;
    for (let after = -1; ;) {
      const heads = await this.rows.listHeads(field, { after, limit: PAGE }, snapshot.tx);
      for (const group of fieldGroups(heads)) {
        binary = yield* this.group(field, group, { ...snapshot, first: binary });
      }
      after = heads.at(-1)?.position ?? after;
      if (heads.length < PAGE) return;
    }
  }

  /** @returns number of the binary of the next attachment */
  private async *group(
    field: FieldEntity,
    group: readonly WholeMessageHead[],
    { first, ...snapshot }: Snapshot & { readonly first: number },
  ): AsyncGenerator<Buffer, number> {
    const [from, to] = [group[0]?.position ?? 0, group.at(-1)?.position ?? 0];
    const messages = await this.rows.list(field, { from, to }, snapshot.tx);
    const idents = messages.map(({ ident }) => ident);
    const found = isLarge(group) ? undefined : await this.rows.listFound(field, idents, snapshot.tx);
    let binary = first;
    for (const message of messages) {
      yield jsonFrame('MSG', messageItem(message, binary));
      binary += message.blobKeys.length;
      const split = { ...field, id: splitId(field.id, message.ident) };
      const whole = found?.get(message.ident);
      if (whole) yield* this.content.framesOf({ field: split, ...whole }, snapshot.vectorsets);
      if (!found) yield* this.content.frames(split, snapshot);
    }
    return binary;
  }
}
