import { AppError } from '@lectern/contracts/core';
import {
  type AugmentablePicture,
  AUGMENTED_CHARS_MAX,
  AUGMENTED_PICTURES_MAX,
  type AugmentableQuery,
  type AugmentableValue,
  type ExtractedParagraph,
  type FieldAugmentation,
  type FieldMetadata,
  letterOfFieldType,
} from '@lectern/contracts/knowledge-box';
import { Transactions } from '@lectern/database';
import { passesIndexFilter } from '@lectern/filters';
import { type LongField, LongFields, type LongResource } from '@lectern/indexing';
import { FieldContentRepository, FieldRepository, fieldOfSplit, ResourceRepository } from '@lectern/resource-store';
import { codePointLength } from '@lectern/text';
import { Injectable } from '@nestjs/common';
import { fieldMetadata, shownParagraph } from '../extracted/extracted-data';
import { filteredContent } from './filtered-content';

const PARAGRAPHS_MAX = 5_000;

type AgentField = NonNullable<AugmentableValue['field']>;
type AgentText = Pick<AgentField, 'text'> & { readonly paragraphs: readonly ExtractedParagraph[] };

/** Reads fields for agents, each in a single version. */
@Injectable()
export class AugmentableFields {
  constructor(
    private readonly transactions: Transactions,
    private readonly resources: ResourceRepository,
    private readonly fields: FieldRepository,
    private readonly contents: FieldContentRepository,
    private readonly long: LongFields,
  ) {}

  /** The resource, then its fields; fields that change during reading are left out. @throws AppError `not_found` */
  async *read(query: AugmentableQuery): AsyncGenerator<AugmentableValue> {
    const resource = await this.transactions.read((tx) => this.resources.get(query, tx, query.visibility));
    const { kbid, id: rid, icon, augmentations } = resource;
    const labels = resource.classifications
      .filter((one) => !one.cancelled_by_user)
      .map(({ labelset, label }) => ({ labelset, label }));
    yield { resource: { rid, icon, labels, done: doneIn(augmentations), failed: failedIn(augmentations) } };
    const content = await this.long.find({ kbid, rid });
    if (!content) return;
    const states = await this.transactions.read((tx) => this.fields.listStates(kbid, [rid], tx));
    const settled = new Set(
      states.filter(({ status }) => status !== 'PENDING').map(({ letter, id }) => `${letter}/${id}`),
    );
    const byName = [...Map.groupBy(content.fields, ({ letter, id }) => `${letter}/${fieldOfSplit(id)}`)];
    for (const [name, parts] of byName.slice(byName.findIndex(([one]) => one === query.after) + 1)) {
      if (!settled.has(name)) continue;
      const field = await unlessChanged(this.field(parts, content));
      if (field) yield { field: { ...field, ...passedIn(query, parts, content) } };
    }
  }

  private async field(
    parts: readonly LongField[],
    { resource, fields }: LongResource,
  ): Promise<AgentField | undefined> {
    const [head] = parts;
    if (!head) return undefined;
    const { text, paragraphs } = head.letter === 'c' ? await this.messages(parts, fields) : await this.whole(head);
    const pictures = await this.pictures(head, resource, text);
    if (text.trim() === '' && pictures.length === 0) return undefined;
    const [letter, id] = [head.letter, fieldOfSplit(head.id)];
    const found = resource.augmentations.filter(({ field }) => isOf(field, letter, id));
    const metadata = fieldMetadata(
      { text, paragraphs, understood: head.understood, extractedAt: new Date(), augmentations: found },
      true,
    ) as FieldMetadata; // all parts are present, so nothing is read later
    const version = `${Math.max(...parts.map(({ seqid }) => Number(seqid)))}/${parts.length}`;
    const spans = paragraphs.map(({ key, start, end }) => ({ key, start, end }));
    const seen = pictures.length > 0 && { pictures };
    return { letter, id, version, text, paragraphs: spans, metadata, ...seen };
  }

  /** A picture file itself; of a document without text its pages, in order. */
  private async pictures(
    { letter, id, understood }: LongField,
    { kbid, id: rid }: LongResource['resource'],
    text: string,
  ): Promise<readonly AugmentablePicture[]> {
    if (letter !== 'f') return [];
    if (isSeen(understood.mimeType)) {
      const stored = await this.transactions.read((tx) => this.fields.find({ kbid, rid, letter, id }, tx));
      return stored?.blobKey ? [{ key: stored.blobKey, contentType: understood.mimeType }] : [];
    }
    if (text.trim() !== '') return [];
    return (understood.pictures ?? [])
      .filter(({ page, contentType }) => page !== undefined && isSeen(contentType))
      .toSorted((a, b) => (a.page ?? 0) - (b.page ?? 0))
      .slice(0, AUGMENTED_PICTURES_MAX)
      .map(({ key, contentType }) => ({ key, contentType }));
  }

  private async whole(field: LongField): Promise<AgentText> {
    const [text, paragraphs] = await this.transactions.read((tx) =>
      Promise.all([
        this.contents.textPart(field, { from: 0, count: AUGMENTED_CHARS_MAX }, tx),
        this.contents.paragraphsPart(field, { from: 0, count: PARAGRAPHS_MAX }, tx),
      ]),
    );
    const shown = paragraphs.filter(({ end }) => end <= AUGMENTED_CHARS_MAX).map(shownParagraph);
    return { text, paragraphs: shown };
  }

  /** The messages in order, separated by newlines. */
  private async messages(parts: readonly LongField[], all: readonly LongField[]): Promise<AgentText> {
    const textsOf = this.long.textsOf(all);
    const texts: string[] = [];
    const paragraphs: ExtractedParagraph[] = [];
    let offset = 0;
    for (const part of parts) {
      for await (const page of textsOf(part)) {
        const length = codePointLength(page.text);
        if (offset + length > AUGMENTED_CHARS_MAX || paragraphs.length + page.paragraphs.length > PARAGRAPHS_MAX)
          return { text: texts.join('\n'), paragraphs };
        const from = offset - page.first;
        paragraphs.push(
          ...page.paragraphs
            .map(shownParagraph)
            .map((one) => ({ ...one, start: one.start + from, end: one.end + from })),
        );
        texts.push(page.text);
        offset += length + 1;
      }
    }
    return { text: texts.join('\n'), paragraphs };
  }
}

/** Media types that models with vision read. */
function isSeen(contentType: string): boolean {
  return ['image/png', 'image/jpeg', 'image/webp', 'image/gif'].includes(contentType);
}

function passedIn({ filters }: AugmentableQuery, [head]: readonly LongField[], { resource }: LongResource) {
  if (!filters || !head) return {};
  const content = filteredContent(resource, head);
  const names = Object.entries(filters).filter(([, filter]) => passesIndexFilter(filter, content));
  return { passed: names.map(([name]) => name) };
}

function doneIn(augmentations: readonly FieldAugmentation[]): Record<string, Record<string, string>> {
  const byField = Map.groupBy(augmentations, ({ field }) => `${letterOfFieldType[field.field_type]}/${field.field}`);
  return Object.fromEntries(
    [...byField].map(([name, own]) => [name, Object.fromEntries(own.map(({ task, version }) => [task, version]))]),
  );
}

function failedIn(augmentations: readonly FieldAugmentation[]): Record<string, string[]> {
  const failed = augmentations.filter(({ errors = [] }) => errors.length > 0);
  const byField = Map.groupBy(failed, ({ field }) => `${letterOfFieldType[field.field_type]}/${field.field}`);
  return Object.fromEntries([...byField].map(([name, own]) => [name, own.map(({ task }) => task)]));
}

function isOf({ field_type: type, field }: FieldAugmentation['field'], letter: string, id: string): boolean {
  return letterOfFieldType[type] === letter && field === id;
}

async function unlessChanged<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'unavailable') throw error;
    return undefined;
  }
}
