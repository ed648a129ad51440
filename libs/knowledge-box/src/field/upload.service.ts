import {
  AppError,
  type CreateResourcePayload,
  type Download,
  type Principal,
  type Queued,
  type StoredBlob,
  type UploadAccepted,
  type UploadHeaders,
  visibilityOfReads,
} from '@lectern/contracts';
import { Transactions } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import { randomBytes } from 'node:crypto';
import { newRid, ResourceWriter } from '../resource/resource-writer';
import { type ResourceLocation, ResourceRepository } from '../resource/resource.repository';
import { FieldRepository } from './field.repository';
import { downloadUri } from './inline-file';
import { newFileField, type NewField } from './new-fields';
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

  /** A new resource with one file. @throws AppError `conflict` when the box has the file, `unsupported_media_type` */
  async create(kbid: string, headers: UploadHeaders, blob: StoredBlob): Promise<UploadAccepted> {
    const rid = newRid();
    const fieldId = newRid();
    const field = fileField({ kbid, rid, fieldId }, headers, blob);
    const { contentType } = describe(headers);
    await this.refuseKnownFile(kbid, headers['x-md5'] ?? blob.md5);
    const payload: CreateResourcePayload = {
      icon: contentType,
      texts: {},
      files: {},
      links: {},
    };
    const { seqid = 0 } = await this.writer.create(kbid, payload, { rid, fields: [field] });
    return { seqid, uuid: rid, field_id: fieldId };
  }

  /** @throws AppError `not_found`, `unsupported_media_type` */
  async putField(
    location: ResourceLocation & { field_id: string },
    headers: UploadHeaders,
    blob: StoredBlob,
  ): Promise<UploadAccepted> {
    let uuid = '';
    const { seqid }: Queued = await this.writer.putFields(location, async (rid) => {
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

  private async refuseKnownFile(kbid: string, md5: string): Promise<void> {
    const known = await this.transactions.read((tx) => this.fields.hasFile(kbid, md5, tx));
    if (known) throw new AppError('conflict', 'File already exists in the Knowledge Box');
  }
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
      md5: headers['x-md5'] ?? blob.md5,
      blobKey: blob.key,
    },
    { language: headers['x-language'], password: headers['x-password'], now: new Date() },
  );
}

function describe(headers: UploadHeaders): { filename: string; contentType: string } {
  const filename = uploadedName(headers['x-filename']) ?? randomBytes(16).toString('hex');
  return { filename, contentType: uploadedMediaType(headers['content-type'], filename) };
}
