import {
  GetBucketLifecycleConfigurationCommand,
  HeadBucketCommand,
  type LifecycleRule,
  PutBucketLifecycleConfigurationCommand,
} from '@aws-sdk/client-s3';
import { S3BlobStore, type S3Options } from './s3-blob-store';
import type { S3Connection } from './s3-connection';
import { s3ErrorName, s3Reason, s3Status } from './s3-errors';

export interface OpenS3Options extends S3Options {
  /** Days after which the bucket removes parts of abandoned uploads; 0 does not change its rules. */
  readonly abandonedPartsDays: number;
  /** Receives warnings about problems that do not keep the store from working. */
  readonly warn: (message: string) => void;
}

/** @throws Error whose message says what to do, when the bucket cannot be used as configured */
export async function openS3(options: OpenS3Options): Promise<S3BlobStore> {
  const store = new S3BlobStore(options);
  try {
    await findBucket(store.connection, options);
    await store.check().catch((error: unknown) => {
      throw new Error(`Nothing can be written to the bucket ${options.bucket}: ${s3Reason(error)}`, { cause: error });
    });
    await removeAbandonedParts(store.connection, options);
    return store;
  } catch (error) {
    store.close();
    throw error;
  }
}

async function findBucket(connection: S3Connection, { bucket, endpoint, region }: S3Options): Promise<void> {
  try {
    await connection.call((call) => connection.client.send(new HeadBucketCommand({ Bucket: bucket }), call));
  } catch (error) {
    const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
    const where = endpoint ?? `AWS in ${region}`;
    throw new Error(adviceOn(cause, bucket, where), { cause });
  }
}

function adviceOn(error: unknown, bucket: string, where: string): string {
  const status = s3Status(error);
  if (s3ErrorName(error) === 'CredentialsProviderError')
    return 'No credentials for S3 were found: set S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY';
  if (status === 404) return `The bucket ${bucket} does not exist at ${where}: create it, or correct S3_BUCKET`;
  if (status === 301) return `The bucket ${bucket} is in another region than ${where}: correct S3_REGION`;
  if (status === 401 || status === 403)
    return `${where} refuses access to the bucket ${bucket}: correct S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY, or what they may do`;
  return `The object store at ${where} cannot be reached: correct S3_ENDPOINT, or start it (${s3Reason(error)})`;
}

/** Several processes may do this at once: they all set the same rule, and keep the rules of others. */
async function removeAbandonedParts(connection: S3Connection, options: OpenS3Options): Promise<void> {
  const { bucket, prefix, abandonedPartsDays: days, warn } = options;
  if (days === 0) return;
  const id = prefix ? `lectern-abandoned-parts-${prefix}` : 'lectern-abandoned-parts';
  const own: LifecycleRule = {
    ID: id,
    Status: 'Enabled',
    Filter: { Prefix: prefix ? `${prefix}/` : '' },
    AbortIncompleteMultipartUpload: { DaysAfterInitiation: days },
  };
  try {
    const rules = await rulesOf(connection, bucket);
    const held = rules.find(({ ID }) => ID === id);
    if (held?.Status === 'Enabled' && held.AbortIncompleteMultipartUpload?.DaysAfterInitiation === days) return;
    const LifecycleConfiguration = { Rules: [...rules.filter(({ ID }) => ID !== id), own] };
    const put = new PutBucketLifecycleConfigurationCommand({ Bucket: bucket, LifecycleConfiguration });
    await connection.call((call) => connection.client.send(put, call));
  } catch (error) {
    warn(`No lifecycle rule removes parts of abandoned uploads in the bucket ${bucket}: ${s3Reason(error)}`);
  }
}

async function rulesOf(connection: S3Connection, bucket: string): Promise<readonly LifecycleRule[]> {
  const get = new GetBucketLifecycleConfigurationCommand({ Bucket: bucket });
  return connection.call(async (call) => {
    try {
      return (await connection.client.send(get, call)).Rules ?? [];
    } catch (error) {
      if (s3ErrorName(error) === 'NoSuchLifecycleConfiguration') return [];
      throw error;
    }
  });
}
