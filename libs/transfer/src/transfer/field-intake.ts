import { AppError } from '@lectern/contracts/core';
import { ExportedFinding, ExportedParagraphs, FIELD_PARAGRAPHS_MAX } from '@lectern/contracts/knowledge-box';
import type { StoredPicture, UnderstoodField, UnderstoodParagraph } from '@lectern/contracts/understanding';
import {
  FieldPartsRepository,
  FieldRepository,
  type FieldVersionKey,
  type FieldVectorsEntity,
  floatsOf,
  partRange,
  partsOf,
  withRenamedEntities,
} from '@lectern/resource-store';
import { codePointLength } from '@lectern/text';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { readVectors } from './exported-content';
import type { PositionedFrame } from './frame';
import { checkTarget, checkVectors, importedParagraph } from './imported-resource';
import { badItem, itemOf, type ItemReader } from './item-reader';
import { TEXT_BYTES_MAX } from './transfer-limits';
import type { IncomingVectorset } from './vectorset-intake';

const FLOAT_BYTES = 4;
/** Text and paragraphs stored together. */
const PART_BYTES = 1024 * 1024;
const VECTOR_ROWS = 16;

/** Source and destination of results. */
export interface Intake {
  readonly items: ItemReader;
  readonly vectorsets: readonly IncomingVectorset[];
  readonly tx: EntityManager;
  /** Called for each item. */
  readonly alive: () => void;
}

/** Text and paragraphs that have been read but not stored. */
interface Part {
  text: string;
  paragraphs: UnderstoodParagraph[];
  bytes: number;
}

/** Stores the results of a field from a file, in bounded pieces. */
@Injectable()
export class FieldIntake {
  constructor(
    private readonly fields: FieldRepository,
    private readonly parts: FieldPartsRepository,
  ) {}

  /**
   * The field must already be stored.
   *
   * @param pictures of its file
   * @returns whether the file contains results for it
   * @throws AppError `bad_request`
   */
  async store(version: FieldVersionKey, intake: Intake, pictures: readonly StoredPicture[] = []): Promise<boolean> {
    const head = await intake.items.takeIf('EXT');
    if (!head) return false;
    const { understood: read, extracted_at: at } = await itemOf(head, ExportedFinding);
    const found = { kbid: version.kbid, understood: { ...read, ...(pictures.length > 0 && { pictures }) } };
    const [{ understood } = found] = await withRenamedEntities([found], intake.tx);
    const paragraphs = await this.storeTexts(version, { understood, at: new Date(at) }, intake);
    await this.storeVectors(version, paragraphs, intake);
    return true;
  }

  /** @returns number of paragraphs */
  private async storeTexts(
    version: FieldVersionKey,
    finding: { readonly understood: UnderstoodField; readonly at: Date },
    intake: Intake,
  ): Promise<number> {
    let part: Part = { text: '', paragraphs: [], bytes: 0 };
    let stored = 0;
    const total = { chars: 0, bytes: 0, paragraphs: 0, behind: 0 };
    const { items, tx } = intake;
    for (;;) {
      const frame = (await items.takeIf('TXT')) ?? (await items.takeIf('PAR'));
      if (!frame) break;
      intake.alive();
      if (part.bytes > 0 && part.bytes + frame.payload.length > PART_BYTES) {
        await this.parts.put({ ...version, part: stored, ...partOf(part), resume: null }, tx);
        stored += 1;
        part = { text: '', paragraphs: [], bytes: 0 };
      }
      part.bytes += frame.payload.length;
      if (frame.type === 'TXT') part.text += readFieldText(frame, total);
      else part.paragraphs = part.paragraphs.concat(await readParagraphs(frame, version, total));
    }
    const { understood, at } = finding;
    if (stored === 0) {
      await this.fields.putExtracted([{ ...version, ...partOf(part), understood, extractedAt: at }], tx);
    } else {
      await this.parts.put({ ...version, part: stored, ...partOf(part), resume: null }, tx);
      await this.parts.assemble(version, { understood, at }, tx);
    }
    return total.paragraphs;
  }

  /** For a field stored with this number of paragraphs. @throws AppError `bad_request` */
  async storeVectors(version: FieldVersionKey, paragraphs: number, intake: Intake): Promise<void> {
    let rows: FieldVectorsEntity[] = [];
    const seen = new Set<string>();
    for (let frame = await intake.items.takeIf('VEC'); frame; frame = await intake.items.takeIf('VEC')) {
      intake.alive();
      const row = vectorsRow(frame, version, { paragraphs, vectorsets: intake.vectorsets });
      const name = `${row.part}/${row.vectorset}`;
      if (seen.has(name)) throw badItem(frame, new Error('it is there twice'));
      seen.add(name);
      if (intake.vectorsets.some(({ id, isLeftOut }) => isLeftOut && id === row.vectorset)) continue;
      rows.push(row);
      if (rows.length < VECTOR_ROWS) continue;
      await this.fields.putVectors(rows, intake.tx);
      rows = [];
    }
    await this.fields.putVectors(rows, intake.tx);
  }
}

function partOf({ text, paragraphs }: Part): Pick<Part, 'text' | 'paragraphs'> {
  return { text, paragraphs };
}

interface Totals {
  chars: number;
  bytes: number;
  paragraphs: number;
  behind: number;
}

function readFieldText(frame: PositionedFrame, total: Totals): string {
  if (total.paragraphs > 0) throw badItem(frame, new Error('a text comes before its paragraphs'));
  total.bytes += frame.payload.length;
  if (total.bytes > TEXT_BYTES_MAX) throw badItem(frame, new Error('the text is too long'));
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(frame.payload);
    total.chars += codePointLength(text);
    return text;
  } catch (cause) {
    throw badItem(frame, cause);
  }
}

async function readParagraphs(
  frame: PositionedFrame,
  field: FieldVersionKey,
  total: Totals,
): Promise<UnderstoodParagraph[]> {
  const { paragraphs: items } = await itemOf(frame, ExportedParagraphs);
  total.paragraphs += items.length;
  if (total.paragraphs > FIELD_PARAGRAPHS_MAX) throw badItem(frame, new Error('the field has too many paragraphs'));
  return items.map((item) => {
    const paragraph = importedParagraph(item, field);
    checkTarget(paragraph, { behind: total.behind, chars: total.chars });
    total.behind = paragraph.start;
    return paragraph;
  });
}

function vectorsRow(
  frame: PositionedFrame,
  version: FieldVersionKey,
  { paragraphs, vectorsets }: { readonly paragraphs: number; readonly vectorsets: readonly IncomingVectorset[] },
): FieldVectorsEntity {
  const item = readVectors(frame.payload);
  const vectorset = item && vectorsets[item.index];
  if (!item || !vectorset || item.part >= partsOf(paragraphs))
    throw badItem(frame, new Error('nothing has such vectors'));
  const { count } = partRange(item.part, paragraphs);
  if (item.vectors.length !== count * vectorset.dimensions * FLOAT_BYTES) {
    throw badItem(frame, new AppError('bad_request', `it is not of ${count} vectors`));
  }
  checkVectors(floatsOf(item.vectors), vectorset.dimensions);
  return { ...version, vectorset: vectorset.id, part: item.part, vectors: item.vectors };
}
