import { AppError } from '@lectern/contracts/core';
import type { ParagraphsAround, ParagraphsFound, Resource } from '@lectern/contracts/knowledge-box';
import type { AugmentedMessage } from '@lectern/contracts/search';
import { Injectable } from '@nestjs/common';
import { AugmentedMessages, type MessagesWanted } from '../../augment/augmented-messages';
import { NamedParagraphs, type VisibleScope } from '../../hydrate/named-paragraphs';
import type { CallContext } from '../../query/retrieval-query';
import { BoxResources, type Projection } from '../../results/box-resources';

/** Resources whose texts are read and kept in memory together. */
const RESOURCES_AT_ONCE = 10;
/** Paragraphs whose neighbours are read together. */
const PARAGRAPHS_AT_ONCE = 20;

/** What may be read, and on whose behalf. */
export interface Reading extends CallContext {
  readonly scope: VisibleScope;
}

/** A batch of resources. */
export interface ResourcesRead {
  readonly resources: Readonly<Record<string, Resource>>;
  /** Resources that are too large to read whole. */
  readonly tooLarge: readonly string[];
}

const noMessages: MessagesWanted = {
  full_conversation: false,
  conversation_answer_or_messages_after: false,
  conversation_image_attachments: false,
};

/** Reads texts for strategies in batches, so that they can stop once the context is full. */
@Injectable()
export class ContextReader {
  constructor(
    private readonly boxes: BoxResources,
    private readonly paragraphs: NamedParagraphs,
    private readonly conversations: AugmentedMessages,
  ) {}

  /** Resources in the given order; deleted and invisible ones are left out. @throws AppError `unavailable` */
  async *resources(rids: readonly string[], of: Reading, projection: Projection): AsyncGenerator<ResourcesRead> {
    for (const group of groupsOf(rids, RESOURCES_AT_ONCE)) {
      try {
        yield { resources: await this.read(group, of, projection), tooLarge: [] };
      } catch (error) {
        if (!isTooLarge(error)) throw error;
        for (const rid of group) yield this.readAlone(rid, of, projection);
      }
    }
  }

  /** Neighbours of paragraphs, read in batches. @throws AppError `unavailable` */
  async *around(ids: readonly string[], of: Reading, around: ParagraphsAround): AsyncGenerator<ParagraphsFound> {
    for (const group of groupsOf(ids, PARAGRAPHS_AT_ONCE))
      yield await this.paragraphs.read(of.scope, group, { ...of, around });
  }

  /** Messages of a conversation, or those around one message. @throws AppError `unavailable`, `too_large` */
  async messages(id: string, of: Reading, wanted: Partial<MessagesWanted>): Promise<readonly AugmentedMessage[]> {
    const found = await this.conversations.read(of.scope, [id], { ...noMessages, ...wanted }, of);
    return found.get(id) ?? [];
  }

  private async readAlone(rid: string, of: Reading, projection: Projection): Promise<ResourcesRead> {
    try {
      return { resources: await this.read([rid], of, projection), tooLarge: [] };
    } catch (error) {
      if (!isTooLarge(error)) throw error;
      return { resources: {}, tooLarge: [rid] };
    }
  }

  private read(rids: readonly string[], { scope }: Reading, projection: Projection) {
    // Ids of paragraphs begin with the ids of their resources.
    return this.boxes.read(
      scope,
      rids.map((rid) => `${rid}/`),
      projection,
    );
  }
}

function* groupsOf<T>(all: readonly T[], size: number): Generator<readonly T[]> {
  for (let at = 0; at < all.length; at += size) yield all.slice(at, at + size);
}

function isTooLarge(error: unknown): boolean {
  return error instanceof AppError && error.code === 'too_large';
}
