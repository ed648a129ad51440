import { request as httpRequest } from 'node:http';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { BlobStore, type ByteRange } from '@lectern/blob-store';
import { Handles, InProcessBus } from '@lectern/bus';
import {
  AppError,
  type KnowledgeBoxAccess,
  operation,
  type Policy,
  type Request,
  resolveAccount,
  resolveKnowledgeBoxAccess,
  streamOperation,
  verifyUserCredential,
  verifyZoneCredential,
  ListOf,
  text,
} from '@lectern/contracts';
import { Application, Metrics } from '@lectern/runtime';
import { Controller, Global, Module } from '@nestjs/common';
import { IsInt, IsOptional, IsString, MaxLength, Min } from 'class-validator';
import { GatewayModule } from './gateway.module';

const KB = '11111111-1111-4111-8111-111111111111';

class Target {
  @IsString() kbid!: string;
}
class Note {
  @IsString() @MaxLength(20) title!: string;
  @IsOptional() @IsInt() @Min(1) size?: number;
  @ListOf(text()) tags: string[] = [];
}
class Stored {
  key!: string;
  sizeBytes!: number;
  md5!: string;
  sha256!: string;
}
class Answered {
  [member: string]: unknown;
}

const writes: Policy = { credentials: ['sa', 'user', 'pat'], role: 'WRITER', on: 'kb' };
const reads: Policy = { credentials: ['sa', 'user', 'pat', 'eph', 'none'], role: 'READER', on: 'kb' };

const createNote = operation({
  name: 'test.note.create', summary: 'Create a note',
  http: { method: 'POST', path: '/api/v1/kb/{kbid}/notes', host: 'zone', success: 201 },
  policy: writes, params: Target, body: Note, answer: Answered, deadlineMs: 1_000,
});
const streamNotes = streamOperation({
  name: 'test.note.stream', summary: 'Stream notes',
  http: { method: 'POST', path: '/api/v1/kb/{kbid}/stream', host: 'zone', success: 200, reply: 'ndjson' },
  policy: reads, params: Target, body: Note, answer: Answered, deadlineMs: 1_000,
});
const uploadNote = operation({
  name: 'test.note.upload', summary: 'Upload a note',
  http: { method: 'POST', path: '/api/v1/kb/{kbid}/upload', host: 'zone', success: 201, bodyKind: 'upload' },
  policy: writes, params: Target, body: Stored, answer: Answered, deadlineMs: 1_000,
});

const operations = [createNote, streamNotes, uploadNote];
const seen: { stream: number; cancelled: boolean } = { stream: 0, cancelled: false };

@Controller()
class Handlers {
  @Handles(createNote)
  async create({ params, body, principal }: Request<typeof createNote>) {
    if (body.title === 'conflict') throw new AppError('conflict', 'Exists');
    if (body.title === 'bug') throw new Error('secret');
    return { kbid: params.kbid, body, kind: principal.kind };
  }

  @Handles(streamNotes)
  async *stream({ body, signal }: Request<typeof streamNotes>) {
    if (body.title === 'early') throw new AppError('invalid_query', 'early');
    try {
      for (let index = 0; index < (body.size ?? 3); index += 1) {
        if (body.title === 'late' && index === 2) throw new AppError('unavailable', 'late');
        seen.stream = index;
        if (body.title === 'slow') await sleep(5, undefined, { signal });
        yield { item: { index } };
      }
    } finally {
      seen.cancelled = signal.aborted;
    }
  }

  @Handles(uploadNote)
  async upload({ body, principal }: Request<typeof uploadNote>) {
    if (body.sizeBytes === 3) throw new AppError('conflict', 'File already exists');
    return { ...body, kb: principal.kb };
  }

  @Handles(verifyZoneCredential)
  async verifyKey({ body }: Request<typeof verifyZoneCredential>) {
    const role = { reader: 'SMEMBER', writer: 'SCONTRIBUTOR' }[body.token];
    if (!role) throw new AppError('unauthorized', 'Unauthorized');
    return { kind: 'sa' as const, id: 'sa', account: 'a', kb: KB, role: role as 'SMEMBER', key: 'k' };
  }

  @Handles(verifyUserCredential)
  async verifyUser(): Promise<never> {
    throw new AppError('unauthorized', 'JWT has expired');
  }

  @Handles(resolveKnowledgeBoxAccess)
  async resolve({ body: { kbid } }: Request<typeof resolveKnowledgeBoxAccess>): Promise<KnowledgeBoxAccess> {
    return { kbid, account: 'a', state: 'PRIVATE', allowedOrigins: null, allowedIpAddresses: null, userRole: null };
  }

  @Handles(resolveAccount)
  async account(): Promise<never> {
    throw new AppError('not_found', 'Account not found');
  }
}

class MemoryBlobStore extends BlobStore {
  readonly blobs = new Map<string, Buffer>();
  async write(key: string, content: Readable, { sizeBytesMax }: { sizeBytesMax: number }) {
    const chunks: Buffer[] = [];
    for await (const chunk of content) chunks.push(chunk as Buffer);
    const bytes = Buffer.concat(chunks);
    if (bytes.length > sizeBytesMax) throw new AppError('too_large', 'too large');
    this.blobs.set(key, bytes);
    return { sizeBytes: bytes.length, md5: '', sha256: '' };
  }
  async read(key: string, range?: ByteRange) {
    const bytes = this.blobs.get(key) ?? Buffer.alloc(0);
    return Readable.from([range ? bytes.subarray(range.start, range.end + 1) : bytes]);
  }
  async stat(key: string) {
    return { sizeBytes: this.blobs.get(key)?.length ?? 0 };
  }
  async delete(key: string) {
    this.blobs.delete(key);
  }
  async deleteAll() {}
  async check() {}
}

const blobs = new MemoryBlobStore();

@Global()
@Module({ providers: [{ provide: BlobStore, useValue: blobs }], exports: [BlobStore] })
class Blobs {}

@Module({ imports: [Blobs], controllers: [Handlers] })
class TestModule {}

let application: Application;
let origin: string;

beforeAll(async () => {
  application = await Application.start([TestModule, GatewayModule.forRoot({ operations, environment: {} })], {
    bus: new InProcessBus(), metrics: new Metrics(), logger: false, host: '127.0.0.1', port: 0,
  });
  origin = `${application.origin}/api/v1/kb/${KB}`;
});
afterAll(() => application.close());

const asWriter = { 'x-svc-serviceaccount': 'Bearer writer' };
const post = (path: string, body: unknown, headers: Record<string, string> = asWriter) =>
  fetch(`${origin}${path}`, { method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body), headers });

describe('the gateway', () => {
  it('answers an operation', async () => {
    const answer = await post('/notes', { title: 'Tides' });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([201, 'application/json']);
    expect(await answer.json()).toEqual({ kbid: KB, body: { title: 'Tides', tags: [] }, kind: 'sa' });
  });

  it('answers errors of every kind in one envelope', async () => {
    const statuses = [
      await post('/notes', { title: 'conflict' }),
      await post('/notes', { title: 'bug' }),
      await post('/notes', { title: 1 }),
      await post('/notes', '{'),
      await post('/notes', ''),
      await post('/notes', {}, {}),
      await post('/notes', {}, { 'x-svc-serviceaccount': 'Bearer reader' }),
      await post('/unknown', {}),
      await fetch(`${origin}/notes`),
    ];
    const bodies = await Promise.all(statuses.map((answer) => answer.json()));
    expect(statuses.map(({ status }) => status)).toEqual([409, 500, 422, 422, 422, 401, 403, 404, 405]);
    expect(bodies[0]).toEqual({ detail: 'Exists' });
    expect(bodies[1]).toEqual({ detail: 'Something went wrong, please contact your administrator' });
    expect(bodies[2]).toMatchObject({ detail: [{ type: 'string_type', loc: ['body', 'title'], input: 1 }] });
    expect(bodies[3]).toMatchObject({ detail: [{ type: 'json_invalid' }] });
    expect(bodies[4]).toMatchObject({ detail: [{ type: 'missing', loc: ['body'] }] });
    expect(statuses[5]?.headers.get('www-authenticate')).toBe('Bearer');
    expect(statuses[8]?.headers.get('allow')).toBe('POST');
  });

  it('refuses several credentials before anything else', async () => {
    const answer = await new Promise<number>((resolve, reject) => {
      const { port, hostname } = new URL(origin);
      const sent = httpRequest({ port, host: hostname, path: '/nowhere', headers: ['Authorization', 'a', 'X-SVC-NUAKEY', 'b'] });
      sent.on('response', ({ statusCode = 0 }) => resolve(statusCode)).on('error', reject).end();
    });
    expect(answer).toBe(400);
  });

  it('streams one line a value, with the exact content type', async () => {
    const answer = await post('/stream', { title: 'x', size: 2 });
    expect(answer.headers.get('content-type')).toBe('application/x-ndjson');
    expect(await answer.text()).toBe('{"item":{"index":0}}\n{"item":{"index":1}}\n');
  });

  it('keeps the status of an early failure, and says a later one in the last line', async () => {
    expect((await post('/stream', { title: 'early' })).status).toBe(412);
    const lines = (await (await post('/stream', { title: 'late' })).text()).trim().split('\n');
    expect(lines.at(-1)).toBe('{"item":{"type":"error","error":"late"}}');
  });

  it('cancels a stream when the client hangs up', async () => {
    const abort = new AbortController();
    const answer = await fetch(`${origin}/stream`, { method: 'POST', headers: asWriter, body: '{"title":"slow","size":1000}', signal: abort.signal });
    await answer.body?.getReader().read();
    abort.abort();
    for (let tries = 0; tries < 100 && !seen.cancelled; tries += 1) await sleep(10);
    expect(seen.cancelled).toBe(true);
    expect(seen.stream).toBeLessThan(500);
  });

  it('streams an upload into the blob store, and removes what the operation refused', async () => {
    const answer = await post('/upload', 'bytes', { ...asWriter, 'content-type': 'not a type' });
    expect(await answer.json()).toMatchObject({ sizeBytes: 5, kb: KB });
    expect([...blobs.blobs.keys()]).toEqual([expect.stringMatching(new RegExp(`^kb/${KB}/upload/[0-9a-f-]{36}$`))]);
    expect((await post('/upload', 'abc')).status).toBe(409);
    expect(blobs.blobs.size).toBe(1);
    expect(await (await post('/upload', '')).json()).toMatchObject({ sizeBytes: 0 });
  });
});
