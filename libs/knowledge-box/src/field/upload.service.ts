import {
  AppError,
  invalidRequest,
  CreateResourcePayload,
  type Download,
  type Principal,
  type Queued,
  type StoredBlob,
  type UploadAccepted,
  type UploadHeaders,
  visibilityOfReads,
} from '@lectern/contracts';
import { lockName, Transactions } from '@lectern/database';
import {
  FieldRepository,
  type NewField,
  newFileField,
  type ResourceLocation,
  ResourceRepository,
} from '@lectern/knowledge-box-rows';
import { Injectable } from '@nestjs/common';
import { randomBytes } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import { newRid, ResourceWriter } from '../resource/resource-writer';
import { downloadUri } from './inline-file';
import { uploadedMediaType, uploadedName } from './upload-headers';

/** Files that came as raw bytes; the gateway has put them into the blob store. */
@Injectable()
export class UploadService {
  constructor(
    private readonly transactions: Transactions,
    private readonly writer: ResourceWriter,
    private readonly resources: ResourceRepository,
    private readonly fields: FieldRepository,
  ) {}

  /**
   * A new resource with one file.
   *
   * @throws AppError `conflict` when the box has the file, `unsupported_media_type`, `invalid_request` when the bytes
   * are not those of `x-md5`
   */
  async create({ kbid, principal }: Uploader, headers: UploadHeaders, blob: StoredBlob): Promise<UploadAccepted> {
    checkMd5(headers['x-md5'], blob.md5);
    const [rid, fieldId] = [newRid(), newRid()];
    const field = fileField({ kbid, rid, fieldId }, headers, blob);
    const { contentType } = describe(headers);
    const payload = { ...new CreateResourcePayload(), icon: contentType };
    const guard = (tx: EntityManager) => this.refuseKnownFile({ kbid, md5: blob.md5 }, tx);
    const { seqid = 0 } = await this.writer.create({ kbid, principal }, payload, { rid, fields: [field], guard });
    return { seqid, uuid: rid, field_id: fieldId };
  }

  /** @throws AppError `not_found`, `unsupported_media_type`, `invalid_request` as `create` */
  async putField(
    { principal, ...location }: ResourceLocation & { readonly field_id: string } & Uploader,
    headers: UploadHeaders,
    blob: StoredBlob,
  ): Promise<UploadAccepted> {
    checkMd5(headers['x-md5'], blob.md5);
    let uuid = '';
    const { seqid }: Queued = await this.writer.putFields(location, principal, async (rid) => {
      uuid = rid;
      return [fileField({ kbid: location.kbid, rid, fieldId: location.field_id }, headers, blob)];
    });
    return { seqid: seqid ?? 0, uuid, field_id: location.field_id };
  }

  /** @throws AppError `not_found` */
  async download(
    location: ResourceLocation & { field_id: string },
    { inline, principal }: { readonly inline: boolean; readonly principal: Principal },
  ): Promise<Download> {
    return this.transactions.read(async (tx) => {
      const { kbid, id: rid } = await this.resources.get(location, tx, visibilityOfReads(principal));
      const field = await this.fields.find({ kbid, rid, letter: 'f', id: location.field_id }, tx);
      const file = field && typeof field.value === 'object' && 'file' in field.value ? field.value.file : undefined;
      if (!field?.blobKey || !file) throw new AppError('not_found', "Specified file doesn't exist");
      const { size, content_type: contentType, filename } = file;
      return { key: field.blobKey, sizeBytes: size, contentType, filename: filename || 'file', inline };
    });
  }

  /** Of uploads of the same bytes at once, the first is stored. */
  private async refuseKnownFile(
    file: { readonly kbid: string; readonly md5: string },
    tx: EntityManager,
  ): Promise<void> {
    await lockName(tx, `file/${file.kbid}/${file.md5}`);
    if (await this.fields.hasFile(file.kbid, file.md5, tx))
      throw new AppError('conflict', 'File already exists in the Knowledge Box');
  }
}

interface Uploader {
  readonly kbid: string;
  readonly principal: Principal;
}

function checkMd5(promised: string | undefined, actual: string): void {
  if (promised === undefined || promised.toLowerCase() === actual) return;
  throw invalidRequest([
    {
      type: 'value_error',
      loc: ['header', 'x-md5'],
      msg: `Value error, the md5 of the bytes received is ${actual}`,
      input: promised,
    },
  ]);
}

function fileField(
  target: { kbid: string; rid: string; fieldId: string },
  headers: UploadHeaders,
  blob: StoredBlob,
): NewField {
  const { filename, contentType } = describe(headers);
  return newFileField(
    target.fieldId,
    {
      uri: downloadUri(target),
      sizeBytes: blob.sizeBytes,
      contentType,
      filename,
      md5: blob.md5,
      blobKey: blob.key,
    },
    { language: headers['x-language'], password: headers['x-password'], now: new Date() },
  );
}

function describe(headers: UploadHeaders): { filename: string; contentType: string } {
  const filename = uploadedName(headers['x-filename']) ?? randomBytes(16).toString('hex');
  return { filename, contentType: uploadedMediaType(headers['content-type'], filename) };
}
