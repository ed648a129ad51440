import type { ProcessingTusHeaders } from '@lectern/contracts/understanding';
import { randomName, sentPassword, uploadedMediaType, uploadMetadata } from '@lectern/intake';
import { SecretEnvelope } from '@lectern/secrets';
import {
  type ProcessingUploadEntity,
  type ProcessingUploadKey,
  ProcessingUploadRepository,
} from '@lectern/understanding-rows';
import { Injectable } from '@nestjs/common';
import { FileTokens, type TokenFile } from './file-tokens';
import { FILE_KEPT_MS, fileNameOf, labelsOf } from './processing-files';

/** The file of an upload; `md5` is the one that the client declared, or empty. */
export interface PlannedUpload extends Omit<TokenFile, 'key' | 'sizeBytes'> {
  /** Media type that the request named for the file; null when it named none. Uploads of older versions lack it. */
  readonly declaredType?: string | null;
}

/**
 * The file that follows, from the headers of a request; metadata takes precedence.
 *
 * @throws AppError `invalid_metadata`, `unsupported_media_type`, `invalid_request`
 */
export function plannedUpload(headers: ProcessingTusHeaders): PlannedUpload {
  const metadata = uploadMetadata(headers['upload-metadata']);
  const filename = metadata.filename ?? fileNameOf(headers['x-filename']) ?? randomName();
  const sent = metadata.contentType ?? headers['content-type'];
  return {
    filename,
    contentType: uploadedMediaType(sent, filename),
    declaredType: sent ?? null,
    md5: metadata.md5 ?? headers['x-md5']?.toLowerCase() ?? '',
    language: metadata.language ?? headers['x-language'],
    password: metadata.password ?? sentPassword(headers['x-password']),
    strategies: {
      extract: metadata.strategies?.extract_strategy || headers['x-extract-strategy'],
      split: metadata.strategies?.split_strategy || headers['x-split-strategy'],
    },
    labels: labelsOf(headers['x-classification-labels']),
  };
}

/** Resumable uploads as rows; what the file is is sealed, as it may have a password. */
@Injectable()
export class UploadRows {
  constructor(
    readonly uploads: ProcessingUploadRepository,
    private readonly tokens: FileTokens,
    private readonly envelope: SecretEnvelope,
  ) {}

  sealed(key: ProcessingUploadKey, planned: PlannedUpload): string {
    return this.envelope.seal(JSON.stringify(planned), purposeOf(key));
  }

  opened(upload: ProcessingUploadEntity): PlannedUpload {
    // Input of `sealed`.
    return JSON.parse(this.envelope.open(upload.sealedFile, purposeOf(upload))) as PlannedUpload;
  }

  /** Of an upload that is complete, for a client that lost the answer. */
  tokenOf({ account, blobKey, md5, offset }: ProcessingUploadEntity, planned: PlannedUpload): string {
    const now = new Date();
    const file = { ...planned, key: blobKey ?? '', md5: md5 ?? '', sizeBytes: offset };
    return this.tokens.sign(account, file, { now, expires: new Date(now.getTime() + FILE_KEPT_MS) });
  }
}

function purposeOf({ account, id }: ProcessingUploadKey): string {
  return `upload ${account}/${id}`;
}
