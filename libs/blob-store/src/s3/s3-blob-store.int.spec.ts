import { randomBytes, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  CreateBucketCommand,
  GetBucketLifecycleConfigurationCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  PutBucketLifecycleConfigurationCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { describeUnless, findS3, freePort, S3Server } from '@lectern/testing';
import { blobStoreContract } from '../blob-store.contract';
import { openS3, type OpenS3Options } from './open-s3';
import type { S3BlobStore } from './s3-blob-store';

const found = findS3();
const Bucket = `tests-${randomUUID()}`;
const MEBIBYTE = 1024 * 1024;
const limits = { sizeBytesMax: 64 * MEBIBYTE };

describeUnless('missing' in found ? found.missing : undefined, 'with an object store', () => {
  let server: S3Server;
  let admin: S3Client;
  const opened: S3BlobStore[] = [];

  const optionsOf = (more: Partial<OpenS3Options> = {}): OpenS3Options => ({
    bucket: Bucket,
    region: server.region,
    endpoint: server.url,
    pathStyle: true,
    credentials: server.credentials,
    abandonedPartsDays: 0,
    warn: () => undefined,
    ...more,
  });
  const open = async (more: Partial<OpenS3Options> = {}) => {
    const store = await openS3(optionsOf(more));
    opened.push(store);
    return store;
  };

  beforeAll(async () => {
    server = await S3Server.start(found);
    const { url: endpoint, region, credentials } = server;
    admin = new S3Client({ endpoint, region, credentials, forcePathStyle: true });
    await admin.send(new CreateBucketCommand({ Bucket }));
  });

  afterAll(async () => {
    for (const store of opened) store.close();
    admin.destroy();
    await server.stop();
  });

  blobStoreContract('S3BlobStore', () => open());
  blobStoreContract('S3BlobStore below a prefix, encrypted, with links', () =>
    open({ prefix: 'zone/one', encryption: { algorithm: 'AES256' }, links: { ttlS: 60 } }),
  );

  describe('S3BlobStore', () => {
    it('keeps content of several parts whole, and ranges across their ends', async () => {
      const store = await open();
      const content = randomBytes(20 * MEBIBYTE + 3);
      await store.write('parts/whole', Readable.from(inChunks(content)), limits);
      const range = { start: 8 * MEBIBYTE - 5, end: 16 * MEBIBYTE + 5 };
      const chunks = await (await store.read('parts/whole', range)).toArray();
      expect(Buffer.concat(chunks).equals(content.subarray(range.start, range.end + 1))).toBe(true);
    });

    it('leaves no parts of uploads that fail', async () => {
      const store = await open();
      const failing = async function* () {
        yield* inChunks(Buffer.alloc(20 * MEBIBYTE));
        throw new Error('hung up');
      };
      await expect(store.write('parts/failed', Readable.from(failing()), limits)).rejects.toThrow('hung up');
      await expect(
        store.write('parts/failed', Readable.from(inChunks(Buffer.alloc(20 * MEBIBYTE))), {
          sizeBytesMax: 17 * MEBIBYTE,
        }),
      ).rejects.toMatchObject({ code: 'too_large' });
      const { Uploads = [] } = await admin.send(new ListMultipartUploadsCommand({ Bucket }));
      expect(Uploads).toEqual([]);
    });

    it('keeps all below its prefix, and asks for encryption', async () => {
      const store = await open({ prefix: 'zone/two', encryption: { algorithm: 'AES256' } });
      await store.write('a/b', Readable.from([Buffer.from('secret')]), limits);
      const { Contents = [] } = await admin.send(new ListObjectsV2Command({ Bucket, Prefix: 'zone/two/' }));
      expect(Contents.map(({ Key }) => Key)).toEqual(['zone/two/a/b']);
      const { ServerSideEncryption } = await admin.send(new HeadObjectCommand({ Bucket, Key: 'zone/two/a/b' }));
      expect(ServerSideEncryption).toBe('AES256');
    });

    it('removes more than a page of blobs', async () => {
      const store = await open();
      const keys = Array.from({ length: 1_005 }, (_, i) => `many/${i}`);
      for (let start = 0; start < keys.length; start += 50)
        await Promise.all(
          keys.slice(start, start + 50).map((key) => store.write(key, Readable.from([Buffer.from('x')]), limits)),
        );
      await store.deleteAll('many/');
      expect((await admin.send(new ListObjectsV2Command({ Bucket, Prefix: 'many/' }))).KeyCount).toBe(0);
    });

    it('adds a rule that removes abandoned parts, once, beside the rules of others', async () => {
      const rules = async () =>
        (await admin.send(new GetBucketLifecycleConfigurationCommand({ Bucket }))).Rules?.map(
          ({ ID, AbortIncompleteMultipartUpload }) => [ID, AbortIncompleteMultipartUpload?.DaysAfterInitiation],
        );
      const theirs = { ID: 'theirs', Status: 'Enabled', Filter: { Prefix: 'logs/' }, Expiration: { Days: 3 } } as const;
      const LifecycleConfiguration = { Rules: [theirs] };
      await admin.send(new PutBucketLifecycleConfigurationCommand({ Bucket, LifecycleConfiguration }));
      for (const days of [2, 2, 5]) await open({ abandonedPartsDays: days });
      expect(await rules()).toEqual([
        ['theirs', undefined],
        ['lectern-abandoned-parts', 5],
      ]);
    });
  });

  describe('a wrong setting', () => {
    it.each<[string, (server: S3Server) => Partial<OpenS3Options>, string]>([
      ['bucket', () => ({ bucket: 'not-there' }), 'The bucket not-there does not exist at http'],
      [
        'key',
        ({ credentials }) => ({ credentials: { ...credentials, accessKeyId: 'nobody' } }),
        'correct S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY',
      ],
      [
        'secret',
        ({ credentials }) => ({ credentials: { ...credentials, secretAccessKey: 'wrong' } }),
        'correct S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY',
      ],
    ])('of the %s is reported at start, with what to do', async (_name, wrong, advice) => {
      await expect(open(wrong(server))).rejects.toThrow(advice);
    });

    it('of the address is reported at start, with what to do', async () => {
      const endpoint = `http://127.0.0.1:${await freePort()}`;
      await expect(open({ endpoint })).rejects.toThrow(`at ${endpoint} cannot be reached: correct S3_ENDPOINT`);
    });
  });

  describe('an object store that is away', () => {
    it('costs an error that says so, and nothing of what was stored', async () => {
      if (!server.isOurs) return;
      const store = await open();
      await store.write('away/kept', Readable.from([Buffer.from('kept')]), limits);
      await server.pause();
      const unavailable = { code: 'unavailable' };
      await expect(store.read('away/kept')).rejects.toMatchObject(unavailable);
      await expect(store.write('away/new', Readable.from([Buffer.from('new')]), limits)).rejects.toMatchObject(
        unavailable,
      );
      for (let i = 0; i < 5; i += 1) await expect(store.check()).rejects.toMatchObject(unavailable);
      await expect(store.stat('away/kept')).rejects.toThrow('is left alone for a moment');
      await server.resume();
      const back = await returnOf(() => store.read('away/kept'));
      expect(await text(back)).toBe('kept');
      await expect(store.stat('away/new')).rejects.toMatchObject({ code: 'not_found' });
    });
  });
});

/** Repeats the call: the store needs time to return, and calls are paused after failures. */
async function returnOf<T>(ask: () => Promise<T>): Promise<T> {
  for (let i = 0; i < 60; i += 1) {
    try {
      return await ask();
    } catch {
      await sleep(500);
    }
  }
  return ask();
}

function* inChunks(content: Buffer): Generator<Buffer> {
  for (let start = 0; start < content.length; start += 100_000) yield content.subarray(start, start + 100_000);
}
