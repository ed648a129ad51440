import { JsonStructure, sentencesAt } from '@lectern/contracts/core';
import type { UnderstoodField, UnderstoodParagraph } from '@lectern/contracts/understanding';
import {
  type ExtractedFieldEntity,
  FieldContentRepository,
  type FieldEntity,
  type FieldVectorsEntity,
  type FieldVersion,
  partRange,
  partsOf,
} from '@lectern/resource-store';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { encodeFrame, jsonFrame } from './frame';
import { frameLimits, structureBounds, VECTOR_HEAD_BYTES } from './frame-limits';

const TEXT_CHARS = 256 * 1024;
const PARAGRAPHS = 500;
const VECTOR_PARTS = 8;
const FLOAT_BYTES = 4;

/** A snapshot of a box to read from. */
export interface Snapshot {
  readonly kbid: string;
  readonly vectorsets: readonly { readonly id: string; readonly dimensions: number }[];
  readonly tx: EntityManager;
}

/** Writes results of fields in bounded pieces. */
@Injectable()
export class ExportedContent {
  constructor(private readonly content: FieldContentRepository) {}

  /** Results of a field that may be large. */
  async *frames(field: FieldEntity, snapshot: Snapshot): AsyncGenerator<Buffer> {
    const head = await this.content.findExtractedHead(field, undefined, snapshot.tx);
    const first = head && headFrame(field, head);
    if (!head || !first) return;
    yield first;
    const { seqid, paragraphs } = head;
    const { kbid, rid, letter, id } = field;
    const version = { kbid, rid, letter, id, seqid };
    yield* this.text(version, snapshot.tx);
    yield* this.paragraphs(version, paragraphs, snapshot.tx);
    yield* this.vectors(version, paragraphs, snapshot);
  }

  /** The same for a field that was read completely. */
  *framesOf({ field, extracted, vectors }: WholeField, vectorsets: Snapshot['vectorsets']): Generator<Buffer> {
    const first = extracted && headFrame(field, extracted);
    if (!extracted || !first) return;
    yield first;
    const { text, paragraphs, seqid } = extracted;
    for (const piece of piecesOfText(text)) yield encodeFrame('TXT', Buffer.from(piece, 'utf8'));
    for (let from = 0; from < paragraphs.length; from += PARAGRAPHS) {
      yield* paragraphFrames(paragraphs.slice(from, from + PARAGRAPHS));
    }
    for (const { vectorset, part, vectors: bytes, seqid: version } of vectors) {
      const index = vectorsets.findIndex((one) => one.id === vectorset);
      if (version === seqid && index !== -1) yield vectorFrame(index, part, bytes);
    }
  }

  /** Vectors of the current title or summary of a resource. */
  *generic(
    text: string,
    { extracted, vectors }: Pick<WholeField, 'extracted' | 'vectors'>,
    vectorsets: Snapshot['vectorsets'],
  ): Generator<Buffer> {
    if (extracted?.text !== text) return;
    const frames = vectors.flatMap(({ vectorset, part, vectors: bytes, seqid }) => {
      const index = vectorsets.findIndex((one) => one.id === vectorset);
      return index === -1 || seqid !== extracted.seqid ? [] : [vectorFrame(index, part, bytes)];
    });
    if (frames.length > 0) yield jsonFrame('GEN', { id: extracted.id });
    yield* frames;
  }

  private async *text(version: FieldVersion, tx: EntityManager): AsyncGenerator<Buffer> {
    for (let from = 0; ; from += TEXT_CHARS) {
      const text = await this.content.textPart(version, { from, count: TEXT_CHARS }, tx);
      if (text !== '') yield encodeFrame('TXT', Buffer.from(text, 'utf8'));
      // A text with fewer code units than a piece has code points is the last piece.
      if (text.length < TEXT_CHARS) return;
    }
  }

  private async *paragraphs(version: FieldVersion, count: number, tx: EntityManager): AsyncGenerator<Buffer> {
    for (let from = 0; from < count; from += PARAGRAPHS) {
      const paragraphs = await this.content.paragraphsPart(version, { from, count: PARAGRAPHS }, tx);
      yield* paragraphFrames(paragraphs);
    }
  }

  private async *vectors(version: FieldVersion, paragraphs: number, snapshot: Snapshot): AsyncGenerator<Buffer> {
    for (const [index, { id: vectorset, dimensions }] of snapshot.vectorsets.entries()) {
      for (let from = 0; from < partsOf(paragraphs); from += VECTOR_PARTS) {
        const range = { from, count: VECTOR_PARTS };
        const stored = await this.content.vectorParts({ ...version, vectorset }, range, snapshot.tx);
        let at = 0;
        for (const part of stored.parts) {
          const bytes = partRange(part, paragraphs).count * dimensions * FLOAT_BYTES;
          yield vectorFrame(index, part, stored.vectors.subarray(at, at + bytes));
          at += bytes;
        }
      }
    }
  }
}

/** A field with all of its results. */
export interface WholeField {
  readonly field: FieldEntity;
  readonly extracted: ExtractedFieldEntity | undefined;
  readonly vectors: readonly FieldVectorsEntity[];
}

interface Head {
  readonly seqid: number | string;
  readonly understood: UnderstoodField;
  readonly extractedAt: Date;
}

/** Undefined if the results are not those of the current content. */
function headFrame({ contentSeqid }: FieldEntity, { seqid, understood: all, extractedAt }: Head): Buffer | undefined {
  if (Number(seqid) < contentSeqid) return undefined;
  // The field item lists pictures, with the numbers of their bytes.
  const { pictures: _, ...understood } = all;
  const finding = Buffer.from(JSON.stringify({ understood, extracted_at: extractedAt.toISOString() }), 'utf8');
  // Results that are too large are not written; the field is processed again after import.
  return fits('EXT', finding) ? encodeFrame('EXT', finding) : undefined;
}

/** Paragraphs with long sentences are large, so fewer of them share an item. */
function* paragraphFrames(paragraphs: readonly UnderstoodParagraph[]): Generator<Buffer> {
  const written = paragraphs.map((paragraph) => ({ ...paragraph, sentences: sentencesAt(paragraph.sentences) }));
  const payload = Buffer.from(JSON.stringify({ paragraphs: written }), 'utf8');
  if (fits('PAR', payload) || paragraphs.length === 1) return yield encodeFrame('PAR', payload);
  const half = Math.ceil(paragraphs.length / 2);
  yield* paragraphFrames(paragraphs.slice(0, half));
  yield* paragraphFrames(paragraphs.slice(half));
}

/** Whether the item is within the limits for reading. */
function fits(type: string, payload: Buffer): boolean {
  if (payload.length > frameLimits(type).sizeBytesMax) return false;
  return new JsonStructure(structureBounds(type)).add(payload) === undefined;
}

/** Does not split surrogate pairs. */
function* piecesOfText(text: string): Generator<string> {
  for (let from = 0; from < text.length;) {
    const last = text.charCodeAt(from + TEXT_CHARS - 1);
    const end = from + TEXT_CHARS - (last >= 0xd800 && last < 0xdc00 ? 1 : 0);
    yield text.slice(from, end);
    from = end;
  }
}

function vectorFrame(index: number, part: number, vectors: Uint8Array): Buffer {
  const payload = Buffer.allocUnsafe(VECTOR_HEAD_BYTES + vectors.byteLength);
  payload.writeUInt8(index, 0);
  payload.writeUInt32BE(part, 1);
  payload.set(vectors, VECTOR_HEAD_BYTES);
  return encodeFrame('VEC', payload);
}

/** Vectors of one part of a field's paragraphs. */
export interface VectorsItem {
  /** Index of the vectorset in the head of the file. */
  readonly index: number;
  readonly part: number;
  readonly vectors: Buffer;
}

/** Undefined for an invalid payload. */
export function readVectors(payload: Buffer): VectorsItem | undefined {
  if (payload.length < VECTOR_HEAD_BYTES) return undefined;
  return { index: payload.readUInt8(0), part: payload.readUInt32BE(1), vectors: payload.subarray(VECTOR_HEAD_BYTES) };
}
