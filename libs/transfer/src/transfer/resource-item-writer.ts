import { BlobStore } from '@lectern/blob-store';
import { AppError } from '@lectern/contracts/core';
import { RESOURCE_BINARIES_MAX } from '@lectern/contracts/knowledge-box';
import {
  FieldEnvelope,
  type FieldEntity,
  keysOfPictures,
  type ResourceEntity,
  thumbnailNames,
} from '@lectern/resource-store';
import { type StoredField, TransferContentRepository } from './transfer-content.repository';
import { Injectable } from '@nestjs/common';
import { ExportedContent, type Snapshot, type WholeField } from './exported-content';
import { ExportedConversations } from './exported-conversations';
import { fieldItem, type FieldParts, resourceItem } from './exported-resource';
import { encodeFrame, jsonFrame } from './frame';
import { PIECE_BYTES } from './transfer-limits';

/** Numbers of items written so far. */
export interface WrittenCounts {
  resources: number;
  fields: number;
  binaries: number;
}

/** A resource of a box and the data already read for it. */
interface ResourceSource extends Snapshot {
  /** The scope in which secrets in the file can be opened. */
  readonly scope: string;
  /** Its title and summary in embedded form. */
  readonly generics: readonly Omit<WholeField, 'field'>[];
  /** All its fields, if already read. */
  readonly whole: readonly WholeField[] | undefined;
}

/**
 * Writes resources as items of a file: the bytes of a resource's files, the resource, then each field with its results.
 */
@Injectable()
export class ResourceItemWriter {
  constructor(
    private readonly content: TransferContentRepository,
    private readonly found: ExportedContent,
    private readonly conversations: ExportedConversations,
    private readonly envelope: FieldEnvelope,
    private readonly blobs: BlobStore,
  ) {}

  async *frames(resource: ResourceEntity, source: ResourceSource, counts: WrittenCounts): AsyncGenerator<Buffer> {
    const reference = { kbid: source.kbid, rid: resource.id };
    const { whole, tx } = source;
    const fields = whole ? whole.map(storedOf) : await this.content.listFields(reference, tx);
    const binaries = new Map<StoredField, number>();
    let next = 0;
    for (const field of fields) {
      binaries.set(field, next);
      for await (const key of this.blobKeys({ ...reference, ...field }, source)) {
        if (next >= RESOURCE_BINARIES_MAX) throw tooManyFiles(resource);
        yield* this.binary(next, key);
        next += 1;
      }
    }
    yield jsonFrame('RES', resourceItem(resource));
    yield* this.generics(resource, source);
    for (const [i, listed] of fields.entries()) {
      const known = whole?.[i];
      const field = known?.field ?? (await this.content.findField({ ...reference, ...listed }, tx));
      if (!field) throw new Error(`The field ${listed.letter}/${listed.id} is not in its own snapshot`);
      const numbers = { first: binaries.get(listed) ?? 0, pictures: listed.pictures };
      yield* this.field({ ...known, field }, source, numbers);
    }
    counts.resources += 1;
    counts.fields += fields.length;
    counts.binaries += next;
  }

  private async *field(
    { field, ...known }: Pick<WholeField, 'field'> & Partial<WholeField>,
    source: ResourceSource,
    { first, pictures: made }: { readonly first: number; readonly pictures: StoredField['pictures'] },
  ): AsyncGenerator<Buffer> {
    const isConversation = field.letter === 'c';
    const messages = isConversation ? await this.conversations.count(field, source.tx) : undefined;
    const binary = field.blobKey === null ? undefined : first;
    const behind = binary === undefined ? first : first + 1;
    const pictures = made.map((picture, i) => ({ ...picture, binary: behind + i }));
    yield jsonFrame('FLD', this.item(field, { binary, pictures, messages, scope: source.scope }));
    const { extracted, vectors } = known;
    if (vectors && !isConversation) yield* this.found.framesOf({ field, extracted, vectors }, source.vectorsets);
    else yield* this.found.frames(field, source);
    if (isConversation) yield* this.conversations.frames(field, source, first);
  }

  private item(field: FieldEntity, { scope, ...parts }: Omit<FieldParts, 'sealed'> & { readonly scope: string }) {
    return fieldItem(field, { ...parts, sealed: this.envelope.sealForScope(field, scope) });
  }

  private *generics({ title, summary }: ResourceEntity, { generics, vectorsets }: ResourceSource): Generator<Buffer> {
    for (const generic of generics) {
      const text = generic.extracted?.id === 'title' ? title : summary;
      yield* this.found.generic(text, generic, vectorsets);
    }
  }

  private async *blobKeys(
    { letter, id, blobKey, pictures, ...reference }: StoredField & { readonly kbid: string; readonly rid: string },
    { tx }: Snapshot,
  ): AsyncGenerator<string> {
    if (blobKey !== null) yield blobKey;
    yield* keysOfPictures({ pictures });
    if (letter === 'c') yield* this.conversations.blobKeys({ ...reference, id }, tx);
  }

  private async *binary(number: number, key: string): AsyncGenerator<Buffer> {
    const { sizeBytes } = await this.blobs.stat(key);
    yield jsonFrame('BIN', { number, size: sizeBytes });
    // Byte streams yield bytes.
    for await (const chunk of await this.blobs.read(key)) yield* pieces(chunk as Buffer);
  }
}

/** Pictures of an earlier version show outdated content. */
function storedOf({ field: { letter, id, blobKey, contentSeqid }, extracted }: WholeField): StoredField {
  const isPresent = extracted !== undefined && Number(extracted.seqid) >= contentSeqid;
  return {
    letter,
    id,
    blobKey,
    pictures: (isPresent && letter in thumbnailNames && extracted.understood.pictures) || [],
  };
}

function* pieces(chunk: Buffer): Generator<Buffer> {
  for (let at = 0; at < chunk.length; at += PIECE_BYTES) yield encodeFrame('DAT', chunk.subarray(at, at + PIECE_BYTES));
}

function tooManyFiles({ id }: ResourceEntity): AppError {
  return new AppError('too_large', `The resource ${id} has more than ${RESOURCE_BINARIES_MAX} files`);
}
