import { BlobStore } from '@lectern/blob-store';
import type {
  ConversationFieldPayload,
  FileFieldPayload,
  KeyValueFieldPayload,
  LinkFieldPayload,
  ProcessingOptions,
  ResourceOrigin,
  StrategyNames,
  TextFieldPayload,
} from '@lectern/contracts/knowledge-box';
import {
  ConversationRepository,
  FieldEnvelope,
  FieldRepository,
  newConversationField,
  type NewField,
  newFileField,
  newKeyValueField,
  newLinkField,
  newTextField,
  type ResourceEntity,
  type SealedField,
} from '@lectern/resource-store';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { MessageWriter } from '../conversation/message-writer';
import { filenameIn, withFilename } from '../naming/resource-naming';
import { downloadUri, storeFile } from '../file/inline-file';

/** The fields of a payload, by kind and id. */
export interface FieldPayloads {
  readonly texts?: Readonly<Record<string, TextFieldPayload>>;
  readonly files?: Readonly<Record<string, FileFieldPayload>>;
  readonly links?: Readonly<Record<string, LinkFieldPayload>>;
  readonly key_values?: Readonly<Record<string, KeyValueFieldPayload>>;
  readonly conversations?: Readonly<Record<string, ConversationFieldPayload>>;
  readonly processing_options?: ProcessingOptions | null;
}

/** A resource before and after a change, and the fields of the change. */
interface OriginChange {
  readonly before: Pick<ResourceEntity, 'origin'>;
  readonly after: Pick<ResourceEntity, 'origin'>;
  readonly fields: readonly NewField[];
}

interface FieldTargetToFill {
  readonly kbid: string;
  readonly rid: string;
  readonly skipStore?: boolean;
}

/** Stores fields. Bytes are written first, so that rows only refer to existing bytes. */
@Injectable()
export class FieldWriter {
  constructor(
    private readonly blobs: BlobStore,
    private readonly fields: FieldRepository,
    private readonly envelope: FieldEnvelope,
    private readonly conversations: ConversationRepository,
    private readonly messages: MessageWriter,
  ) {}

  /**
   * Writes inline bytes and builds the rows.
   *
   * @param target with `skipStore`, bytes are kept only until they have been processed
   * @throws AppError `invalid_request`
   */
  async prepare(target: FieldTargetToFill, payloads: FieldPayloads, now: Date): Promise<NewField[]> {
    const { kbid, rid, skipStore = false } = target;
    const named = <T extends StrategyNames>(payload: T): T => withStrategies(payload, payloads.processing_options);
    const files: NewField[] = [];
    const conversations: NewField[] = [];
    try {
      for (const [fieldId, payload] of Object.entries(payloads.files ?? {})) {
        const storedFile = await storeFile(kbid, payload, this.blobs);
        const uri = storedFile.blobKey ? downloadUri({ kbid, rid, fieldId, skipStore }) : storedFile.uri;
        files.push(newFileField(fieldId, { ...storedFile, uri }, { ...named(payload), now }));
      }
      for (const [id, payload] of Object.entries(payloads.conversations ?? {})) {
        const messages = await this.messages.prepare({ kbid, rid, id }, payload.messages);
        conversations.push(newConversationField(id, messages, named(payload)));
      }
      const mlText = payloads.processing_options?.ml_text ?? true;
      return [
        ...Object.entries(payloads.texts ?? {}).map(([id, payload]) => newTextField(id, named(payload))),
        ...files,
        ...Object.entries(payloads.links ?? {}).map(([id, payload]) => newLinkField(id, named(payload), now)),
        ...Object.entries(payloads.key_values ?? {}).map(([id, payload]) => newKeyValueField(id, payload)),
        ...conversations,
      ].map((field) => ({ ...field, mlText }));
    } catch (error) {
      await this.discard([...files, ...conversations]);
      throw error;
    }
  }

  /** @returns keys of the blobs that no field refers to any more, to be deleted after the commit */
  async put(
    target: { kbid: string; rid: string; seqid: number },
    fields: readonly NewField[],
    tx: EntityManager,
  ): Promise<readonly string[]> {
    const { kbid, rid } = target;
    const files = new Set(fields.filter(({ letter }) => letter === 'f').map(({ id }) => id));
    const stored = files.size > 0 ? await this.fields.list(kbid, [rid], tx) : [];
    await this.fields.put(target, this.sealed(target, fields), tx);
    const orphans = stored.flatMap(({ letter, id, blobKey }) =>
      letter === 'f' && files.has(id) && blobKey ? [blobKey] : [],
    );
    return [...orphans, ...(await this.putMessages(target, fields, tx))];
  }

  /**
   * The origin of a changed resource with its file name. A newly stored file provides the name if the resource has
   * none, or if it replaces the file that provided it. If a new origin has no name, a stored file provides it.
   */
  async namedOrigin(
    { kbid, rid }: { kbid: string; rid: string },
    { before, after, fields }: OriginChange,
    tx: EntityManager,
  ): Promise<ResourceOrigin | null> {
    const given = filenameIn(fields);
    const isReset = Boolean(before.origin?.filename) && !after.origin?.filename;
    if (given === undefined && !isReset) return after.origin;
    const stored = await this.fields.list(kbid, [rid], tx);
    const replaced = stored.filter((one) => fields.some(({ letter, id }) => letter === one.letter && id === one.id));
    const isOfReplaced = given !== undefined && filenameIn(replaced) === after.origin?.filename;
    if (isOfReplaced && after.origin) return { ...after.origin, filename: given };
    return withFilename(after.origin, filenameIn([...stored.filter((one) => !replaced.includes(one)), ...fields]));
  }

  /** Replaces the messages of stored conversations. @returns as `put` */
  async putMessages(
    { kbid, rid, seqid }: { kbid: string; rid: string; seqid: number },
    fields: readonly NewField[],
    tx: EntityManager,
  ): Promise<readonly string[]> {
    const orphans: string[] = [];
    for (const { id, messages } of fields) {
      if (!messages) continue;
      orphans.push(...(await this.conversations.removeAll({ kbid, rid, id }, tx)));
      await this.conversations.append({ kbid, rid, id }, { from: 0, seqid, messages }, tx);
    }
    return orphans;
  }

  /** The stored form, with encrypted secrets. */
  sealed(target: { kbid: string; rid: string }, fields: readonly NewField[]): SealedField[] {
    return fields.map(({ messages: _, ...field }) => this.envelope.seal(target, field));
  }

  /** Deletes the bytes of prepared fields that will not be stored. */
  async discard(fields: readonly NewField[]): Promise<void> {
    for (const { blobKey, messages = [] } of fields) {
      if (blobKey) await this.blobs.delete(blobKey);
      await this.messages.discard(messages);
    }
  }
}

/** A field with the request's strategies for those it does not specify. */
export function withStrategies<T extends StrategyNames>(field: T, options: StrategyNames | null | undefined): T {
  return {
    ...field,
    extract_strategy: field.extract_strategy || options?.extract_strategy,
    split_strategy: field.split_strategy || options?.split_strategy,
  };
}
