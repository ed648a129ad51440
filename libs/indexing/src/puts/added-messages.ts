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
} from '@lectern/knowledge-box-rows';
import { Injectable } from '@nestjs/common';

/** More is not worth adding: then a put of all is not much dearer, and reads page by page. */
const MESSAGES_MAX = 2_048;
const TEXT_BYTES_MAX = 4 * 1024 ** 2;
const PARAGRAPHS_MAX = 4_096;

/** A resource to which messages came since it was put. */
export interface AddedTexts {
  readonly resource: ResourceEntity;
  /** The version that the keyword index holds at least. */
  readonly since: number;
  readonly messages: readonly UnindexedMessage[];
  /** What was found in them. */
  readonly extracted: readonly ExtractedFieldEntity[];
}

/** The same with their vectors. */
export interface AddedVectors {
  readonly resource: ResourceEntity;
  readonly splits: readonly SplitRows[];
}

/** Finds what came to resources by messages alone, so that the indexes can be extended by it. */
@Injectable()
export class AddedMessages {
  constructor(
    private readonly transactions: Transactions,
    private readonly resources: ResourceRepository,
    private readonly conversations: ConversationRepository,
    private readonly contents: FieldContentRepository,
  ) {}

  /** Messages of a resource that the keyword index may lack. What is read of them later is at least as new. */
  noted({ kbid, rid }: ResourceReference): Promise<readonly UnindexedMessage[]> {
    return this.transactions.read((tx) => this.conversations.listUnindexed(kbid, rid, tx));
  }

  /** What the keyword index lacks of a resource; undefined when it is gone, or is to be put as a whole. */
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
   * What the index of a vectorset lacks of a resource; undefined when it is gone, or its vectors are to be put as a
   * whole.
   *
   * @param fields all that lack something, and have all their vectors by now
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

/** Whether adding them is enough, and worth it. */
function areAdded(messages: readonly UnindexedMessage[]): boolean {
  const bytes = messages.reduce((sum, message) => sum + (message.bytes ?? 0), 0);
  const isAdded = ({ unindexed, bytes: own }: UnindexedMessage) => unindexed === 'added' && own !== null;
  return messages.length > 0 && messages.length <= MESSAGES_MAX && bytes <= TEXT_BYTES_MAX && messages.every(isAdded);
}
