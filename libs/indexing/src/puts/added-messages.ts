import type { ResourceReference } from '@lectern/contracts/knowledge-box';
import { Transactions } from '@lectern/database';
import {
  ConversationRepository,
  type ExtractedFieldEntity,
  FieldContentRepository,
  type FieldToEmbed,
  identOfSplit,
  type ResourceEntity,
  ResourceRepository,
  splitId,
  type SplitRows,
  type UnindexedMessage,
} from '@lectern/resource-store';
import { Injectable } from '@nestjs/common';

/** Adding more is not worthwhile: a full put costs little more and reads page by page. */
const MESSAGES_MAX = 2_048;
const TEXT_BYTES_MAX = 4 * 1024 ** 2;
const PARAGRAPHS_MAX = 4_096;

/** A resource that got messages since its last put. */
export interface AddedTexts {
  readonly resource: ResourceEntity;
  /** The minimum version in the keyword index. */
  readonly since: number;
  readonly messages: readonly UnindexedMessage[];
  /** Content extracted from the messages. */
  readonly extracted: readonly ExtractedFieldEntity[];
}

/** The same with their vectors. */
export interface AddedVectors {
  readonly resource: ResourceEntity;
  readonly splits: readonly SplitRows[];
}

/** Finds resources to which only messages were added, so that the indexes can be extended by these. */
@Injectable()
export class AddedMessages {
  constructor(
    private readonly transactions: Transactions,
    private readonly resources: ResourceRepository,
    private readonly conversations: ConversationRepository,
    private readonly contents: FieldContentRepository,
  ) {}

  /** Messages of a resource that the keyword index may lack. Content read after this call is at least as new. */
  noted({ kbid, rid }: ResourceReference): Promise<readonly UnindexedMessage[]> {
    return this.transactions.read((tx) => this.conversations.listUnindexed(kbid, rid, tx));
  }

  /** Content that the keyword index lacks; undefined when the resource has been deleted or must be put as a whole. */
  async texts({ kbid, rid }: ResourceReference): Promise<AddedTexts | undefined> {
    return this.transactions.read(async (tx) => {
      const [resource] = await this.resources.findMany(kbid, [rid], tx);
      const since = resource?.indexedVersion ?? undefined;
      if (!resource || since === undefined) return undefined;
      const messages = await this.conversations.listUnindexed(kbid, rid, tx);
      if (!areAdded(messages)) return undefined;
      const versions = messages.map(({ id, ident, seqid }) => {
        return { kbid, rid, letter: 'c' as const, id: splitId(id, ident), seqid: String(seqid) };
      });
      const splits = await this.contents.readSplits(versions, undefined, tx);
      return { resource, since, messages, extracted: [...splits.values()].map(({ extracted }) => extracted) };
    });
  }

  /**
   * Vectors that the index of a vectorset lacks; undefined when the resource has been deleted or all its vectors must
   * be put.
   *
   * @param fields all incomplete fields, which have all their vectors by now
   */
  async vectors(
    { kbid, rid }: ResourceReference,
    vectorset: string,
    fields: readonly FieldToEmbed[],
  ): Promise<AddedVectors | undefined> {
    const paragraphs = fields.reduce((sum, field) => sum + field.paragraphs, 0);
    const isAll = fields.every(({ letter, id }) => letter === 'c' && identOfSplit(id) !== undefined);
    if (fields.length === 0 || !isAll || fields.length > MESSAGES_MAX || paragraphs > PARAGRAPHS_MAX) return undefined;
    return this.transactions.read(async (tx) => {
      const [resource] = await this.resources.findMany(kbid, [rid], tx);
      if (!resource) return undefined;
      const versions = fields.map((field) => ({ ...field, seqid: String(field.seqid) }));
      const splits = await this.contents.readSplits(versions, vectorset, tx);
      return { resource, splits: [...splits.values()] };
    });
  }
}

/** Whether adding the messages is sufficient and worthwhile. */
function areAdded(messages: readonly UnindexedMessage[]): boolean {
  const bytes = messages.reduce((sum, message) => sum + (message.bytes ?? 0), 0);
  const isAdded = ({ unindexed, bytes: own }: UnindexedMessage) => unindexed === 'added' && own !== null;
  return messages.length > 0 && messages.length <= MESSAGES_MAX && bytes <= TEXT_BYTES_MAX && messages.every(isAdded);
}
