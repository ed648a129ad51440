import { AppError, type Principal, visibilityOfReads } from '@lectern/contracts/core';
import {
  type Download,
  type ExtractedFileTarget,
  type FieldUploadHeaders,
  letterOfFieldType,
  type StoredBlob,
  type UploadAccepted,
  type UploadHeaders,
} from '@lectern/contracts/knowledge-box';
import { Transactions } from '@lectern/database';
import {
  type FieldEntity,
  FieldRepository,
  isOwnPreview,
  isOwnThumbnail,
  pictureNamed,
  PREVIEW,
  type ResourceLocation,
  ResourceRepository,
  THUMBNAIL,
} from '@lectern/resource-store';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { ActiveUploads } from './active-uploads';
import { FileWriter, type UploadedFile, type Uploader } from './file-writer';
import {
  checkMd5,
  randomName,
  sentPassword,
  strategiesOfHeaders,
  uploadedMediaType,
  uploadedName,
} from '@lectern/intake';

/** Handles files uploaded as raw bytes, which the gateway has put into the blob store. */
@Injectable()
export class UploadService {
  constructor(
    private readonly transactions: Transactions,
    private readonly files: FileWriter,
    private readonly resources: ResourceRepository,
    private readonly fields: FieldRepository,
    private readonly active: ActiveUploads,
  ) {}

  /**
   * Creates a resource with one file.
   *
   * @throws AppError `conflict` when the box already has the file, `unsupported_media_type`, `invalid_request` when the
   *   MD5 differs from `x-md5`
   */
  async create(uploader: Uploader, headers: UploadHeaders, blob: StoredBlob): Promise<UploadAccepted> {
    checkMd5({ header: 'x-md5', md5: headers['x-md5'] }, blob.md5);
    return this.files.create(uploader, { file: fileOf(headers), blob });
  }

  /**
   * @throws AppError `not_found`, `precondition_failed` while a resumable upload to the field is active,
   *   `unsupported_media_type`, `invalid_request` as `create`
   */
  async putField(
    target: ResourceLocation & { readonly field_id: string } & Uploader,
    headers: FieldUploadHeaders,
    blob: StoredBlob,
  ): Promise<UploadAccepted> {
    checkMd5({ header: 'x-md5', md5: headers['x-md5'] }, blob.md5);
    const isOverride = headers['tus-override-upload'] === '1';
    return this.files.put(target, { file: fileOf(headers), blob }, async (tx, { rid, fieldId }) => {
      if (!isOverride) await this.active.refuse({ kbid: target.kbid, rid, fieldId }, tx);
    });
  }

  /** @throws AppError `not_found` */
  async download(
    location: ResourceLocation & { field_id: string },
    { inline, principal }: { readonly inline: boolean; readonly principal: Principal },
  ): Promise<Download> {
    const { field } = await this.transactions.read((tx) => this.field(location, 'f', { principal, tx }));
    const { blobKey, file } = stored(field);
    const { size, content_type: contentType, filename } = file;
    return { key: blobKey, sizeBytes: size, contentType, filename: filename || 'file', inline };
  }

  /** @throws AppError `not_found` */
  async downloadExtracted(
    location: ExtractedFileTarget,
    { inline, principal }: { readonly inline: boolean; readonly principal: Principal },
  ): Promise<Download> {
    return this.transactions.read(async (tx) => {
      const letter = letterOfFieldType[location.field_type];
      if (letter !== 'f' && letter !== 'u') throw noSuchFile();
      const { key, field } = await this.field(location, letter, { principal, tx });
      const states = await this.fields.listStates(key.kbid, [key.rid], tx);
      const found = states.find((state) => state.letter === letter && state.id === key.id)?.found;
      if (!field || !found) throw noSuchFile();
      const { understood } = found;
      const picture = pictureNamed(understood, location.path);
      if (picture) {
        const filename = location.path.split('/').at(-1) ?? location.path;
        return { key: picture.key, sizeBytes: picture.sizeBytes, contentType: picture.contentType, filename, inline };
      }
      if (!standsForItself(field, understood.mimeType, location.path)) throw noSuchFile();
      const { blobKey, file } = stored(field);
      return { key: blobKey, sizeBytes: file.size, contentType: understood.mimeType, filename: location.path, inline };
    });
  }

  private async field(
    location: ResourceLocation & { readonly field_id: string },
    letter: 'f' | 'u',
    { principal, tx }: { readonly principal: Principal; readonly tx: EntityManager },
  ) {
    const { kbid, id: rid } = await this.resources.get(location, tx, visibilityOfReads(principal));
    const key = { kbid, rid, letter, id: location.field_id } as const;
    return { key, field: await this.fields.find(key, tx) };
  }
}

/** Whether the file itself is its picture `name`. */
function standsForItself({ value }: FieldEntity, mimeType: string, name: string): boolean {
  return name === PREVIEW ? isOwnPreview(value, mimeType) : name === THUMBNAIL && isOwnThumbnail(value, mimeType);
}

/** The location of a file's bytes. @throws AppError `not_found` when they are not stored here */
function stored(field: FieldEntity | undefined) {
  const file = field && typeof field.value === 'object' && 'file' in field.value ? field.value.file : undefined;
  if (!field?.blobKey || !file?.uri) throw noSuchFile();
  return { blobKey: field.blobKey, file };
}

function noSuchFile(): AppError {
  return new AppError('not_found', "Specified file doesn't exist");
}

function fileOf(headers: UploadHeaders): UploadedFile {
  const filename = uploadedName(headers['x-filename']) ?? randomName();
  const contentType = uploadedMediaType(headers['content-type'], filename);
  return {
    filename,
    contentType,
    language: headers['x-language'],
    password: sentPassword(headers['x-password']),
    skipStore: headers['x-skip-store'],
    strategies: strategiesOfHeaders(headers),
  };
}
