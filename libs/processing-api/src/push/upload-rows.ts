import type { ProcessingTusHeaders } from '@lectern/contracts/understanding';
import { randomName, sentPassword, uploadedMediaType, uploadMetadata } from '@lectern/intake';
import { SecretEnvelope } from '@lectern/secrets';
import { type ProcessingUploadEntity } from './tus-upload.entity';
import { type ProcessingUploadKey, ProcessingUploadRepository } from './tus-upload.repository';
import { Injectable } from '@nestjs/common';
import { FileTokens, type TokenFile } from './file-tokens';
import { FILE_KEPT_MS, fileNameOf, headerLabels } from './processing-files';

/** The file of an upload; `md5` is the hash declared by the client, or empty. */
export interface PlannedUpload extends Omit<TokenFile, 'key' | 'sizeBytes'> {
  /** Media type declared for the file; null if there was none. Absent in uploads of older versions. */
  readonly declaredType?: string | null;
}

/**
 * The planned file, from the headers of a request; metadata takes precedence.
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
    labels: headerLabels(headers['x-classification-labels']),
  };
}

/** Rows of resumable uploads; the file's properties are sealed, because they may include a password. */
@Injectable()
export class UploadRows {
  constructor(
    readonly uploads: ProcessingUploadRepository,
    private readonly tokens: FileTokens,
    private readonly envelope: SecretEnvelope,
  ) {}

  sealed(key: ProcessingUploadKey, planned: PlannedUpload): string {
    return this.envelope.seal(JSON.stringify(planned), processingUploadPurpose(key));
  }

  opened(upload: ProcessingUploadEntity): PlannedUpload {
    // the input of `sealed`
    return JSON.parse(this.envelope.open(upload.sealedFile, processingUploadPurpose(upload))) as PlannedUpload;
  }

  /** The token of a completed upload, for a client that lost the response. */
  tokenOf({ account, blobKey, md5, offset }: ProcessingUploadEntity, planned: PlannedUpload): string {
    const now = new Date();
    const file = { ...planned, key: blobKey ?? '', md5: md5 ?? '', sizeBytes: offset };
    return this.tokens.sign(account, file, { now, expires: new Date(now.getTime() + FILE_KEPT_MS) });
  }
}

function processingUploadPurpose({ account, id }: ProcessingUploadKey): string {
  return `upload ${account}/${id}`;
}
