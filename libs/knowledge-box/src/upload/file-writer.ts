import { AppError, type Principal } from '@lectern/contracts/core';
import {
  CreateResourcePayload,
  type StoredBlob,
  type StrategyNames,
  type UploadAccepted,
} from '@lectern/contracts/knowledge-box';
import { lockName } from '@lectern/database';
import { isRandomName, mediaTypeAlone } from '@lectern/intake';
import { FieldRepository, type NewField, newFileField, type ResourceLocation } from '@lectern/resource-store';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { newRid, ResourceWriter } from '../resource/resource-writer';
import { unquoted } from '../naming/resource-naming';
import { downloadUri, type FileTarget } from '../file/inline-file';
import { withStrategies } from '../field/field-writer';

/** Metadata of a file. */
export interface UploadedFile {
  readonly filename: string;
  readonly contentType: string;
  readonly language?: string;
  readonly password?: string;
  /** Whether the bytes are deleted after processing. */
  readonly skipStore?: boolean;
  readonly strategies?: StrategyNames;
}

export interface Uploader {
  readonly kbid: string;
  readonly principal: Principal;
}

/** Runs in the transaction that stores a file; may reject it. */
type Guard = (tx: EntityManager, stored: StoredFile) => Promise<void>;

/** Identifies the field of a file. */
export interface StoredFile {
  readonly rid: string;
  readonly fieldId: string;
}

/** Creates resources and fields for files whose bytes are in the blob store. */
@Injectable()
export class FileWriter {
  constructor(
    private readonly writer: ResourceWriter,
    private readonly fields: FieldRepository,
  ) {}

  /**
   * Creates a resource with one file; `payload` provides the rest except the title.
   *
   * @throws AppError `conflict` when the box already has the file, `not_found`, `invalid_request`, `rate_limited`
   */
  async create(
    { kbid, principal }: Uploader,
    { file, blob }: FileToStore,
    { payload = new CreateResourcePayload(), guard }: { payload?: CreateResourcePayload; guard?: Guard } = {},
  ): Promise<UploadAccepted> {
    const [rid, fieldId] = [newRid(), newRid()];
    const strategies = withStrategies(file.strategies ?? {}, payload.processing_options);
    const described = {
      ...payload,
      title: unquoted(file.filename),
      icon: payload.icon || mediaTypeAlone(file.contentType),
    };
    const { seqid = 0 } = await this.writer.create({ kbid, principal }, described, {
      rid,
      fields: [fileField({ kbid, rid, fieldId }, { ...file, strategies }, blob)],
      guard: async (tx) => {
        await guard?.(tx, { rid, fieldId });
        await this.refuseKnownFile({ kbid, md5: blob.md5 }, tx);
      },
    });
    return { seqid, uuid: rid, field_id: fieldId };
  }

  /** Creates or replaces a file field. @throws AppError `not_found`, `rate_limited` */
  async put(
    { principal, field_id: fieldId, ...location }: ResourceLocation & { readonly field_id: string } & Uploader,
    { file, blob }: FileToStore,
    guard?: Guard,
  ): Promise<UploadAccepted> {
    let uuid = '';
    const { seqid } = await this.writer.putFields(location, principal, {
      make: async (rid) => {
        uuid = rid;
        return [fileField({ kbid: location.kbid, rid, fieldId }, file, blob)];
      },
      guard: guard && ((tx) => guard(tx, { rid: uuid, fieldId })),
    });
    return { seqid: seqid ?? 0, uuid, field_id: fieldId };
  }

  /** Of concurrent uploads of the same bytes, the first is stored. */
  private async refuseKnownFile(file: { readonly kbid: string; readonly md5: string }, tx: EntityManager) {
    await lockName(tx, `file/${file.kbid}/${file.md5}`);
    const holder = await this.fields.holderOfFile(file.kbid, file.md5, tx);
    if (holder) throw knownFile(holder);
  }
}

/** A file and the location of its bytes. */
interface FileToStore {
  readonly file: UploadedFile;
  readonly blob: StoredBlob;
}

/**
 * Tells that the box already has the same bytes, in which resource and, unless the name was generated, under which
 * name.
 */
export function knownFile({ rid, filename }: { readonly rid: string; readonly filename: string }): AppError {
  const name = filename === '' || isRandomName(filename) ? '' : `, as ${unquoted(filename)}`;
  return new AppError('conflict', `File already exists in the Knowledge Box, in the resource ${rid}${name}`);
}

function fileField(
  target: FileTarget,
  { filename, contentType, language, password, skipStore, strategies }: UploadedFile,
  { sizeBytes, md5, key: blobKey }: StoredBlob,
): NewField {
  const description = { uri: downloadUri({ ...target, skipStore }), sizeBytes, contentType, filename, md5, blobKey };
  return newFileField(target.fieldId, description, { language, password, ...strategies, now: new Date() });
}
