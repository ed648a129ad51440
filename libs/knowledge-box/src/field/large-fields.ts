import { BlobStore } from '@lectern/blob-store';
import { approximateBytes } from '@lectern/bus';
import type { ExtractedParagraph } from '@lectern/contracts/knowledge-box';
import { Transactions } from '@lectern/database';
import {
  type ExtractedHead,
  FieldContentRepository,
  type FieldKey,
  type FieldsOfResources,
  type FieldVersion,
  nextCount,
  PARAGRAPHS_PER_PART,
  partRange,
  type PartRange,
  partsOf,
  type WantedContent,
} from '@lectern/resource-store';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { ConversationReader, type DeletedMessage } from '../conversation/conversation-reader';
import { LongList, LongText } from '../document/long';
import type { StoredField } from './field-document';
import { pageStructures } from '../extracted/page-structures';
import { sheetRows } from '../extracted/sheet-rows';
import {
  type ExtractedContent,
  type ParagraphVector,
  paragraphVectors,
  shownParagraph,
} from '../extracted/extracted-data';

/** Code points of text per statement: each statement skips the earlier ones, so few large statements are cheapest. */
const TEXT_PART_CHARS = 1024 * 1024;
/** Paragraphs read by the first statement, before their size is known. */
const PARAGRAPHS_FIRST = 200;
/** Vector parts whose paragraph ranges one statement reads. */
const PARTS_PER_RANGES = 300;
/** Vectors read per statement, unless a single part is larger. */
const VECTORS_PART_BYTES = 1024 * 1024;

interface HeadOfVersion extends FieldVersion {
  readonly head: ExtractedHead;
}

/**
 * Reads the extracted content of fields that are too large to read at once, one statement per part, so that no
 * transaction waits for a slow reader. All parts belong to one version of the field; if it changes during reading,
 * reading fails with AppError `unavailable`.
 */
@Injectable()
export class LargeFields {
  constructor(
    private readonly transactions: Transactions,
    private readonly contents: FieldContentRepository,
    private readonly conversations: ConversationReader,
    private readonly blobs: BlobStore,
  ) {}

  /** Adds the processing results of messages to conversations, read lazily. */
  withSplits(stored: readonly StoredField[], wanted: WantedContent): readonly StoredField[] {
    return stored.map(({ field, extracted }) => ({
      field,
      ...(extracted && { extracted: { ...extracted, splits: this.conversations.splits(field, wanted) } }),
    }));
  }

  /** Adds word positions and sheet rows to files, read lazily. */
  withStructures(stored: readonly StoredField[]): readonly StoredField[] {
    return stored.map(({ field, extracted }) => {
      if (!extracted) return { field, extracted };
      const structures = pageStructures(extracted.understood, this.blobs);
      const rows = sheetRows(extracted.understood, this.blobs);
      return { field, extracted: { ...extracted, ...(structures && { structures }), ...(rows && { rows }) } };
    });
  }

  /** Idents of deleted messages in conversations of fully read resources. */
  deletedIdents({ kbid, rids }: FieldsOfResources, tx: EntityManager): Promise<readonly DeletedMessage[]> {
    return this.conversations.deletedIdents(kbid, rids, tx);
  }

  /** @param vectorset the vectorset to read, if any */
  async find(key: FieldKey, vectorset?: string): Promise<ExtractedContent | undefined> {
    const head = await this.transactions.read((tx) => this.contents.findExtractedHead(key, vectorset, tx));
    if (!head) return undefined;
    const version = { ...key, seqid: head.seqid, head };
    return {
      understood: head.understood,
      extractedAt: head.extractedAt,
      text: new LongText(() => this.text(version)),
      paragraphs: new LongList(() => this.paragraphs(version)),
      ...(vectorset !== undefined &&
        head.hasVectors && { vectors: new LongList(() => this.vectors({ ...version, vectorset })) }),
    };
  }

  private async *text(version: FieldVersion): AsyncGenerator<string> {
    const count = TEXT_PART_CHARS;
    for (let from = 0; ; from += count) {
      const text = await this.transactions.read((tx) => this.contents.textPart(version, { from, count }, tx));
      yield text;
      // A string never has more code points than characters.
      if (text.length < count) return;
    }
  }

  private async *paragraphs(version: HeadOfVersion): AsyncGenerator<readonly ExtractedParagraph[]> {
    const { paragraphs: total } = version.head;
    for (let from = 0, count = PARAGRAPHS_FIRST; from < total;) {
      const portion = { from, count };
      const part = await this.transactions.read((tx) => this.contents.paragraphsPart(version, portion, tx));
      yield part.map(shownParagraph);
      from += count;
      count = nextCount(count, approximateBytes(part));
    }
  }

  private async *vectors(
    version: HeadOfVersion & { readonly vectorset: string },
  ): AsyncGenerator<readonly ParagraphVector[]> {
    const { paragraphs: total } = version.head;
    let count = 1;
    for (let part = 0; part < partsOf(total); part += PARTS_PER_RANGES) {
      const first = part * PARAGRAPHS_PER_PART;
      const portion = { from: first, count: PARTS_PER_RANGES * PARAGRAPHS_PER_PART };
      const ranges = await this.transactions.read((tx) => this.contents.rangesPart(version, portion, tx));
      const end = Math.min(part + PARTS_PER_RANGES, partsOf(total));
      for (let from = part; from < end;) {
        const next = { from, count: Math.min(count, end - from) };
        const { parts, vectors } = await this.transactions.read((tx) => this.contents.vectorParts(version, next, tx));
        const own = parts.flatMap((one) => ranges.slice(...bounds(partRange(one, total), first)));
        if (own.length > 0) yield paragraphVectors(own, vectors);
        from += next.count;
        count = Math.max(1, Math.floor((VECTORS_PART_BYTES * parts.length) / Math.max(vectors.length, 1)));
      }
    }
  }
}

function bounds({ from, count }: PartRange, first: number): [start: number, end: number] {
  return [from - first, from - first + count];
}
