import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { BlobPresentation } from '../blob-store';
import type { S3Address } from './s3-connection';

/** Signs addresses of blobs for clients, without a request to the object store. */
export class S3Links {
  private readonly client: S3Client;

  /** @param address the store's address for clients */
  constructor(
    { region, endpoint, pathStyle, credentials }: S3Address,
    private readonly ttlS: number,
  ) {
    this.client = new S3Client({
      region,
      endpoint,
      forcePathStyle: pathStyle,
      credentials,
      // Otherwise a link requires a header that no browser sends.
      responseChecksumValidation: 'WHEN_REQUIRED',
    });
  }

  to(object: { readonly Bucket: string; readonly Key: string }, presentation: BlobPresentation): Promise<string> {
    const get = new GetObjectCommand({
      ...object,
      ResponseContentType: presentation.contentType,
      ResponseContentDisposition: presentation.disposition,
      ResponseCacheControl: 'private, no-store',
    });
    return getSignedUrl(this.client, get, { expiresIn: this.ttlS });
  }

  close(): void {
    this.client.destroy();
  }
}
