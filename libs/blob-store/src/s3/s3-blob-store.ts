import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  type S3Client,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { AppError } from '@lectern/contracts/core';
import {
  type BlobInfo,
  type BlobPresentation,
  BLOBS_PER_PAGE,
  BlobStore,
  type ByteRange,
  type ListedBlob,
} from '../blob-store';
import { isKey, isPrefix } from '../key';
import { Meter } from '../meter';
import { type S3Address, S3Connection } from './s3-connection';
import { s3Error, s3Status } from './s3-errors';
import { S3Links } from './s3-links';

/** Concurrent parts of one upload; together with the part size, they determine its memory. */
const PARTS_AT_ONCE = 2;
const PART_BYTES_MIN = 8 * 1024 * 1024;
const PART_BYTES_MAX = 256 * 1024 * 1024;
const PARTS_MAX = 10_000;
/** Keys per page of a listing, and per request that removes keys. */
const KEYS_PER_PAGE = 1_000;
const PAGES_MAX = 100_000;
/** How long a successful write vouches for the next ones. */
const PROBE_TTL_MS = 60_000;

export interface S3Options extends S3Address {
  /** Prefix of all keys, without a trailing slash. */
  readonly prefix?: string;
  /** Lifetime of links to blobs, and the address at which clients reach the store; no links when absent. */
  readonly links?: { readonly ttlS: number; readonly endpoint?: string };
  /** Encryption to request from the store; the store's default when absent. */
  readonly encryption?: { readonly algorithm: 'AES256' | 'aws:kms'; readonly keyId?: string };
}

/** Blobs as objects of a bucket. Any number of processes may use the same one. */
export class S3BlobStore extends BlobStore {
  readonly connection: S3Connection;
  private readonly encryption;
  private readonly links: S3Links | undefined;
  private probedMs = -Infinity;

  constructor(private readonly options: S3Options) {
    super();
    this.connection = new S3Connection(options);
    const { encryption, links, endpoint } = options;
    this.links = links && new S3Links({ ...options, endpoint: links.endpoint ?? endpoint }, links.ttlS);
    this.encryption = { ServerSideEncryption: encryption?.algorithm, SSEKMSKeyId: encryption?.keyId };
  }

  async write(key: string, content: Readable, limits: { readonly sizeBytesMax: number }): Promise<BlobInfo> {
    if (!isKey(key)) throw new Error(`${key} is no key`);
    const meter = new Meter(limits.sizeBytesMax);
    const piped = pipeline(content, meter).catch(() => undefined);
    try {
      await this.connection.guard(() => this.upload(key, meter, limits.sizeBytesMax));
    } catch (error) {
      // A failed upload releases the meter without an error.
      throw meter.errored ?? error;
    } finally {
      await piped;
    }
    return meter.info();
  }

  async read(key: string, range?: ByteRange): Promise<Readable> {
    const object = { ...this.objectOf(key), Range: range && `bytes=${range.start}-${range.end}` };
    const body = await this.connection.call(async (options) => {
      try {
        return (await this.client.send(new GetObjectCommand(object), options)).Body;
      } catch (error) {
        if (s3Status(error) === 416) return Readable.from([]);
        throw error;
      }
    });
    if (body instanceof Readable) return body;
    throw new AppError('unavailable', 'The object store answered without content');
  }

  async stat(key: string): Promise<{ readonly sizeBytes: number }> {
    const object = this.objectOf(key);
    const found = await this.connection.call((options) => this.client.send(new HeadObjectCommand(object), options));
    return { sizeBytes: found.ContentLength ?? 0 };
  }

  async link(key: string, presentation: BlobPresentation): Promise<string | undefined> {
    const object = this.objectOf(key);
    return this.links?.to(object, presentation).catch((error: unknown) => {
      throw s3Error(error);
    });
  }

  async *list(after?: string): AsyncGenerator<readonly ListedBlob[]> {
    const { bucket: Bucket, prefix } = this.options;
    const Prefix = prefix && `${prefix}/`;
    const StartAfter = after && this.nameOf(after);
    let ContinuationToken: string | undefined;
    for (let page = 0; page < PAGES_MAX; page += 1) {
      const list = new ListObjectsV2Command({ Bucket, Prefix, StartAfter, ContinuationToken, MaxKeys: BLOBS_PER_PAGE });
      const found = await this.connection.call((options) => this.client.send(list, options));
      yield (found.Contents ?? []).flatMap(({ Key = '', Size: sizeBytes = 0, LastModified: modified }) => {
        const key = Key.slice(Prefix?.length ?? 0);
        // Skip objects with foreign keys, and objects without a date.
        return isKey(key) && modified ? [{ key, sizeBytes, modified }] : [];
      });
      ContinuationToken = found.NextContinuationToken;
      if (!ContinuationToken) return;
    }
  }

  async delete(key: string): Promise<void> {
    const object = this.objectOf(key);
    await this.connection.call((options) => this.client.send(new DeleteObjectCommand(object), options));
  }

  async deleteAll(prefix: string): Promise<void> {
    if (!isPrefix(prefix)) throw new Error(`${prefix} is no prefix`);
    for (let page = 0; page < PAGES_MAX; page += 1) if (!(await this.deletePage(this.nameOf(prefix)))) return;
    throw new AppError('unavailable', `More than ${PAGES_MAX * KEYS_PER_PAGE} blobs begin with ${prefix}`);
  }

  async check(): Promise<void> {
    const { bucket: Bucket } = this.options;
    if (performance.now() - this.probedMs < PROBE_TTL_MS)
      await this.connection.call((options) => this.client.send(new HeadBucketCommand({ Bucket }), options));
    else await this.probe();
  }

  /** Closes connections. */
  close(): void {
    this.connection.close();
    this.links?.close();
  }

  private get client(): S3Client {
    return this.connection.client;
  }

  private async upload(key: string, meter: Meter, sizeBytesMax: number): Promise<void> {
    const upload = new Upload({
      client: this.client,
      params: { Bucket: this.options.bucket, Key: this.nameOf(key), Body: meter, ...this.encryption },
      queueSize: PARTS_AT_ONCE,
      partSize: Math.min(PART_BYTES_MAX, Math.max(PART_BYTES_MIN, Math.ceil(sizeBytesMax / PARTS_MAX))),
    });
    try {
      await upload.done();
    } catch (error) {
      throw meter.errored ? new AppError('cancelled', 'The content failed') : error;
    }
  }

  /** @returns whether there was any */
  private async deletePage(Prefix: string): Promise<boolean> {
    const { bucket: Bucket } = this.options;
    const list = new ListObjectsV2Command({ Bucket, Prefix, MaxKeys: KEYS_PER_PAGE });
    const { Contents = [] } = await this.connection.call((options) => this.client.send(list, options));
    if (Contents.length === 0) return false;
    const objects = { Objects: Contents.map(({ Key }) => ({ Key })), Quiet: true };
    const removal = new DeleteObjectsCommand({ Bucket, Delete: objects });
    const { Errors = [] } = await this.connection.call((options) => this.client.send(removal, options));
    const [first] = Errors;
    if (first) throw new AppError('unavailable', `A blob cannot be removed: ${first.Code}: ${first.Message}`);
    return true;
  }

  private async probe(): Promise<void> {
    const object = { Bucket: this.options.bucket, Key: this.nameOf(`probe/${randomUUID()}`) };
    const put = new PutObjectCommand({ ...object, Body: 'probe', ...this.encryption });
    await this.connection.call((options) => this.client.send(put, options));
    await this.connection.call((options) => this.client.send(new DeleteObjectCommand(object), options));
    this.probedMs = performance.now();
  }

  /** @throws AppError `not_found` when the key is invalid */
  private objectOf(key: string): { readonly Bucket: string; readonly Key: string } {
    if (!isKey(key)) throw new AppError('not_found', 'The blob does not exist');
    return { Bucket: this.options.bucket, Key: this.nameOf(key) };
  }

  private nameOf(key: string): string {
    return this.options.prefix ? `${this.options.prefix}/${key}` : key;
  }
}
