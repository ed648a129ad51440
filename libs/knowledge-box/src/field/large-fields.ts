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
} from '@lectern/knowledge-box-rows';
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

/** Code points of a text that one statement reads: each has to skip those before, so a few large ones cost least. */
const TEXT_PART_CHARS = 1024 * 1024;
/** Paragraphs that the first statement reads, when it is not known yet how large they are. */
const PARAGRAPHS_FIRST = 200;
/** Parts of vectors of which one statement says where their paragraphs are. */
const PARTS_PER_RANGES = 300;
/** Of vectors that one statement reads, unless a single part has more. */
const VECTORS_PART_BYTES = 1024 * 1024;

interface HeadOfVersion extends FieldVersion {
  readonly head: ExtractedHead;
}

/**
 * What was extracted from fields that are too large to be read at once: part by part, each with its own statement,
 * so that no transaction waits for a slow reader. All parts are of one version of the field; when it changes meanwhile,
 * reading ends with AppError `unavailable`.
 */
@Injectable()
export class LargeFields {
  constructor(
    private readonly transactions: Transactions,
    private readonly contents: FieldContentRepository,
    private readonly conversations: ConversationReader,
    private readonly blobs: BlobStore,
  ) {}

  /** Conversations with what was found in their messages, which is read while it is shown. */
  withSplits(stored: readonly StoredField[], wanted: WantedContent): readonly StoredField[] {
    return stored.map(({ field, extracted }) => ({
      field,
      ...(extracted && { extracted: { ...extracted, splits: this.conversations.splits(field, wanted) } }),
    }));
  }

  /** Files with the places of words on their pages and rows of their sheets, which are read while they are shown. */
  withStructures(stored: readonly StoredField[]): readonly StoredField[] {
    return stored.map(({ field, extracted }) => {
      if (!extracted) return { field, extracted };
      const structures = pageStructures(extracted.understood, this.blobs);
      const rows = sheetRows(extracted.understood, this.blobs);
      return { field, extracted: { ...extracted, ...(structures && { structures }), ...(rows && { rows }) } };
    });
  }

  /** Of conversations of resources that are read whole. */
  deletedIdents({ kbid, rids }: FieldsOfResources, tx: EntityManager): Promise<readonly DeletedMessage[]> {
    return this.conversations.deletedIdents(kbid, rids, tx);
  }

  /** @param vectorset of which vectors are wanted, if any */
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
      // There are never more code points than characters of a string.
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
