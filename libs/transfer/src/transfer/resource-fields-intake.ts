import { AppError } from '@lectern/contracts/core';
import { ExportedField } from '@lectern/contracts/knowledge-box';
import type { StoredPicture } from '@lectern/contracts/understanding';
import type { StoredArrival } from '@lectern/indexing';
import {
  FieldEnvelope,
  type FieldEntity,
  FieldRepository,
  isProcessable,
  isProcessed,
  keysOfPictures,
  type NewField,
  storedBytes,
} from '@lectern/resource-store';
import { TransferContentRepository } from './transfer-content.repository';
import { Injectable } from '@nestjs/common';
import { ConversationIntake, type MessageIntake } from './conversation-intake';
import { FieldIntake } from './field-intake';
import { importedErrors, importedField } from './imported-resource';
import { takePictures } from './imported-pictures';
import type { ImportState } from './import-state';
import { badItem, itemOf } from './item-reader';
import { FIELDS_MAX } from './transfer-limits';
import type { IncomingVectorset } from './vectorset-intake';

/** Fields of a resource and their destination. */
export interface IncomingFields extends MessageIntake {
  readonly vectorsets: readonly IncomingVectorset[];
  /** Number in the processing queue. */
  readonly seqid: number;
  /** The scope in which secrets in the file were opened. */
  readonly scope: string;
  readonly state: ImportState;
}

interface Reference {
  readonly kbid: string;
  readonly rid: string;
}

/** Stores the fields of a resource with their results. */
@Injectable()
export class ResourceFieldsIntake {
  constructor(
    private readonly content: TransferContentRepository,
    private readonly fields: FieldRepository,
    private readonly envelope: FieldEnvelope,
    private readonly findings: FieldIntake,
    private readonly conversations: ConversationIntake,
  ) {}

  /** @throws AppError `bad_request`, `invalid_request` */
  async store(
    reference: Reference,
    incoming: IncomingFields,
  ): Promise<Pick<StoredArrival, 'toUnderstand' | 'orphans'> & { readonly bytes: number }> {
    const { items, state, binaries, seqid, tx } = incoming;
    const [count, known, toUnderstand] = [binaries.size, new Set<string>(), new Array<FieldEntity>()];
    const orphans: string[] = [];
    let bytes = 0;
    for (let frame = await items.takeIf('FLD'); frame; frame = await items.takeIf('FLD')) {
      incoming.alive();
      const item = await itemOf(frame, ExportedField);
      const name = `${item.letter}/${item.id}`;
      if (known.has(name) || known.size >= FIELDS_MAX) throw badItem(frame, new Error('the resource has others'));
      known.add(name);
      const field = this.field(item, reference, incoming);
      bytes += storedBytes([field]);
      const pictures = takePictures(item, binaries);
      const outcome = isProcessed(field)
        ? { status: item.status, errors: importedErrors(item.errors) }
        : { status: 'PROCESSED' as const, errors: [] };
      const queue = { seqid, contentSeqid: seqid, mlText: item.ml_text };
      const row = { ...reference, ...this.envelope.seal(reference, field), ...queue, ...outcome };
      await this.content.insertField(row, tx);
      state.field();
      const { field: stored, isComplete, unused } = await this.found(row, { ...item, pictures }, incoming);
      orphans.push(...unused);
      const isLacking = row.status === 'PENDING' || (!isComplete && row.status === 'PROCESSED');
      if (isLacking && isProcessable(stored)) toUnderstand.push(stored);
    }
    if (binaries.size > 0) throw new AppError('bad_request', `A file of the resource ${reference.rid} has no field`);
    state.binaries(count);
    return { toUnderstand: await this.pending(toUnderstand, incoming), orphans, bytes };
  }

  private async found(
    field: FieldEntity,
    { conversation, pictures }: ExportedField & { readonly pictures: readonly StoredPicture[] },
    incoming: IncomingFields,
  ): Promise<{ readonly field: FieldEntity; readonly isComplete: boolean; readonly unused: readonly string[] }> {
    const isFound = await this.findings.store(field, incoming, pictures);
    // Results that are not in the file are computed again, with new pictures.
    const unused = isFound ? [] : keysOfPictures({ pictures });
    if (!conversation) return { field, isComplete: isFound, unused };
    const stored = await this.conversations.store(field, conversation.messages, incoming);
    return { ...stored, isComplete: stored.isComplete && isFound, unused };
  }

  private field(item: ExportedField, reference: Reference, { binaries, scope, state }: IncomingFields): NewField {
    const field = importedField(item, reference, binaries);
    if (field.blobKey !== null) binaries.delete(item.file?.binary ?? -1);
    const { sealed } = item;
    if (!sealed) return field;
    const opened = this.envelope.openFromScope(reference, field, { sealed, scope });
    if (!opened) state.note(reference.rid, `The secrets of the field ${item.letter}/${item.id} are left out.`);
    return opened ?? field;
  }

  /** Processed fields whose results are not in the file are processed again. */
  private async pending(fields: readonly FieldEntity[], { tx }: IncomingFields): Promise<FieldEntity[]> {
    for (const { kbid, rid, letter, id, seqid, status } of fields) {
      if (status !== 'PENDING') await this.fields.setPending({ kbid, rid, letter, id }, { seqid }, tx);
    }
    return fields.map((field) => ({ ...field, status: 'PENDING' }));
  }
}
