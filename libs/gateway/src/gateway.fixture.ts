import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Handles, InProcessBus, ProcessBus } from '@lectern/bus';
import {
  accessChanged,
  AppError,
  KnowledgeBoxId,
  ListOf,
  operation,
  type Policy,
  type Request,
  streamOperation,
  text,
} from '@lectern/contracts/core';
import { Application, Metrics } from '@lectern/runtime';
import { Controller, Module, type Type } from '@nestjs/common';
import { IsBoolean, IsIn, IsInt, IsOptional, IsString, MaxLength, Min } from 'class-validator';
import { accessServices, type AccessWorld } from './access/access-world.fixture';
import { BOX, testWorld } from './gateway-world.fixture';
import { GatewayModule, type GatewayOptions } from './gateway.module';

export { ACCOUNT, BOX, PUBLISHED } from './gateway-world.fixture';

export class Target {
  @KnowledgeBoxId() kbid!: string;
}

export class BlobTarget extends Target {
  @IsString() key!: string;
}

export class Note {
  @IsString() @MaxLength(20) title!: string;
  @IsOptional() @IsInt() @Min(1) size?: number;
  @ListOf(text()) tags: string[] = [];
  @IsOptional() @IsIn(['USER', 'SVC']) author?: string;
  @IsOptional() @IsInt() svc_tokens?: number;
}

export class Wish {
  @IsOptional() @IsInt() size?: number;
}

export class NoteQuery {
  @IsOptional() @IsInt() size?: number;
  @ListOf(text()) tag: string[] = [];
}

export class NoteHeaders {
  @IsBoolean() 'x-synchronous': boolean = false;
}

class Anything {
  [member: string]: unknown;
}

class Stored extends Anything {
  declare key: string;
  declare sizeBytes: number;
}

const reads: Policy = { credentials: ['sa', 'user', 'pat', 'eph', 'none'], role: 'READER', on: 'kb' };
const writes: Policy = { credentials: ['sa', 'user', 'pat'], role: 'WRITER', on: 'kb' };
const base = { params: Target, answer: Anything, deadlineMs: 2_000 };
const BOX_PATH = '/api/v1/kb/{kbid}';
const isSynchronous = ({ headers }: { readonly headers: unknown }) => Object(headers)['x-synchronous'] === true;

export const createNote = operation({
  ...base,
  name: 'test.note.create',
  summary: 'Create a note',
  policy: writes,
  body: Note,
  headers: NoteHeaders,
  deadlineMs: 500,
  http: { method: 'POST', path: `${BOX_PATH}/notes`, host: 'zone', success: 201 },
});
export const findNotes = operation({
  ...base,
  name: 'test.note.find',
  summary: 'Find notes',
  policy: reads,
  query: NoteQuery,
  http: { method: 'GET', path: `${BOX_PATH}/notes`, host: 'zone', success: 200, alsoAnswers: [206] },
});
export const deleteNote = operation({
  ...base,
  name: 'test.note.delete',
  summary: 'Delete a note',
  policy: writes,
  http: { method: 'DELETE', path: `${BOX_PATH}/note/{name*}`, host: 'zone', success: 204, reply: 'empty' },
});
export const touchNote = operation({
  ...base,
  name: 'test.note.touch',
  summary: 'Touch a note',
  policy: writes,
  body: Wish,
  http: { method: 'PUT', path: `${BOX_PATH}/note/{name*}`, host: 'zone', success: 200, reply: 'null' },
});
export const printNote = operation({
  name: 'test.note.print',
  summary: 'Print a note',
  answer: Anything,
  deadlineMs: 2_000,
  policy: { credentials: ['none'], role: 'any', on: 'nothing' },
  http: {
    method: 'GET',
    path: '/print',
    host: 'zone',
    success: 200,
    reply: 'text',
    respond: () => ({
      status: 203,
      headers: { 'content-type': 'text/css', 'SVC-LEARNING-ID': 'l1', 'cache-control': 'public, max-age=60' },
      body: 'a{}',
    }),
  },
});
export const streamNotes = streamOperation({
  ...base,
  name: 'test.note.stream',
  summary: 'Stream notes',
  policy: reads,
  body: Note,
  headers: NoteHeaders,
  http: {
    method: 'POST',
    path: `${BOX_PATH}/stream`,
    host: 'zone',
    success: 200,
    reply: 'ndjson',
    respond: (value: Anything) =>
      value['id'] ? { headers: { 'SVC-LEARNING-ID': String(value['id']) } } : { body: value },
    collect: {
      when: isSynchronous,
      into: (values) => ({ headers: { 'SVC-LEARNING-ID': 'whole' }, body: { all: values.slice(1) } }),
      writes: Anything,
    },
  },
});
export const watchNotes = streamOperation({
  ...base,
  name: 'test.note.watch',
  summary: 'Watch notes',
  policy: reads,
  query: NoteQuery,
  headers: NoteHeaders,
  http: {
    method: 'GET',
    path: `${BOX_PATH}/watch`,
    host: 'zone',
    success: 200,
    reply: 'events',
    lastEvent: 'over',
    failure: ({ code }) => ({ failed: code }),
    otherReply: {
      when: isSynchronous,
      reply: 'text',
      respond: ({ a: body }: Anything) => ({ headers: { 'SVC-LEARNING-ID': 'text' }, body }),
      failure: ({ code }) => `-${code}`,
    },
  },
});
export const uploadNote = operation({
  ...base,
  name: 'test.note.upload',
  summary: 'Upload a note',
  policy: writes,
  body: Stored,
  http: { method: 'POST', path: `${BOX_PATH}/upload`, host: 'zone', success: 201, bodyKind: 'upload' },
});
export const downloadNote = operation({
  ...base,
  name: 'test.note.download',
  summary: 'Download a note',
  policy: reads,
  params: BlobTarget,
  http: {
    method: 'GET',
    path: `${BOX_PATH}/download/{key*}`,
    host: 'zone',
    success: 200,
    reply: 'binary',
    alsoAnswers: [206, 416],
  },
});
export const greetUser = operation({
  name: 'test.user.greet',
  summary: 'Greet the user',
  answer: Anything,
  deadlineMs: 2_000,
  policy: { credentials: ['user', 'pat'], role: 'any', on: 'self' },
  http: {
    method: 'GET',
    path: '/api/v1/greeting',
    host: 'accounts',
    success: 200,
    refusal: ({ code, message }) => ({ body: { error: code, error_description: message } }),
  },
});

export const testOperations = [
  createNote,
  findNotes,
  deleteNote,
  touchNote,
  printNote,
  streamNotes,
  watchNotes,
  uploadNote,
  downloadNote,
  greetUser,
];

/** Calls that the handlers below received, for tests. */
export const seen: { yielded: number; cancelled: boolean } = { yielded: 0, cancelled: false };

@Controller()
class NoteHandlers {
  @Handles(createNote)
  async create({ params, body, headers, principal, signal }: Request<typeof createNote>) {
    if (body.title === 'conflict') throw new AppError('conflict', 'Exists');
    const busy = { detail: { message: 'Busy', try_after: 1 }, headers: { 'retry-after': '1' } };
    if (body.title === 'busy') throw new AppError('rate_limited', 'Busy', busy);
    if (body.title === 'bug') throw new Error('secret');
    if (body.title === 'slow') await sleep(60_000, undefined, { signal });
    return { kbid: params.kbid, body, headers, principal };
  }

  @Handles(findNotes)
  async find({ query, principal }: Request<typeof findNotes>) {
    return { query, roles: principal.roles };
  }

  @Handles(deleteNote)
  async delete() {
    return {};
  }

  @Handles(touchNote)
  async touch({ body }: Request<typeof touchNote>) {
    if (Object.keys(body).length > 1) throw new Error('Nobody declared more');
    return {};
  }

  @Handles(printNote)
  async print() {
    return {};
  }

  @Handles(streamNotes)
  async *stream({ body, signal }: Request<typeof streamNotes>) {
    if (body.title === 'early') throw new AppError('invalid_query', 'early');
    try {
      yield { id: 'learning' };
      for (let index = 0; index < (body.size ?? 2); index += 1) {
        if (body.title === 'late') throw new AppError('unavailable', 'late');
        if (body.title === 'bug') throw new Error('secret');
        if (body.title === 'slow') await sleep(2, undefined, { signal });
        seen.yielded = index;
        yield body.title === 'large'
          ? { text: '\u0085\u2028\u2029'.repeat(5_556) }
          : { item: { index, author: 'SVC', svc_tokens: 1 } };
      }
    } finally {
      seen.cancelled = signal.aborted;
    }
  }

  @Handles(watchNotes)
  async *watch({ query }: Request<typeof watchNotes>) {
    yield { a: 1 };
    if (query.size === 1) throw new AppError('unavailable', 'late');
    yield { a: 2 };
  }

  @Handles(uploadNote)
  async upload({ body, principal }: Request<typeof uploadNote>) {
    if (body.sizeBytes === 3) throw new AppError('conflict', 'File already exists');
    if (body.sizeBytes === 2) throw new AppError('storage_full', 'The database is full');
    if (body.sizeBytes === 4) throw new AppError('unavailable', 'Nobody knows');
    return { ...body, kb: principal.kb };
  }

  @Handles(downloadNote)
  async download({ params, principal }: Request<typeof downloadNote>) {
    const { key } = params;
    return {
      key: `kb/${principal.kb}/${key}`,
      contentType: key === 'odd.bin' ? 'text/plain\u2028\n' : 'text/html',
      filename: 'é".html',
      inline: key === 'inline.html',
    };
  }

  @Handles(greetUser)
  async greet({ principal }: Request<typeof greetUser>) {
    return { principal };
  }
}

@Module({ controllers: [NoteHandlers] })
class NotesModule {}

export interface TestGatewayOptions extends GatewayOptions {
  /** The module that handles `operations`, instead of the one of the operations above. */
  readonly handlers?: Type;
}

/** A gateway on a free port that calls scripted services. */
export class TestGateway {
  private constructor(
    private readonly application: Application,
    readonly world: AccessWorld,
    readonly blobFolder: string,
  ) {}

  static async start(
    environment: Readonly<Record<string, string>> = {},
    { handlers = NotesModule, ...options }: TestGatewayOptions = {},
  ): Promise<TestGateway> {
    const blobFolder = mkdtempSync(join(tmpdir(), 'lectern-gateway-'));
    process.env['BLOB_DIR'] = blobFolder;
    const world = testWorld();
    const gateway = GatewayModule.forRoot({ operations: testOperations, sockets: [], environment, ...options });
    const modules = [handlers, accessServices(world), gateway];
    const application = await Application.start(modules, {
      bus: new InProcessBus(),
      metrics: new Metrics(),
      logger: false,
      host: '127.0.0.1',
      port: 0,
    });
    return new TestGateway(application, world, blobFolder);
  }

  get origin(): string {
    return this.application.origin ?? '';
  }

  /** @param path below the test's own knowledge box, or from the root when it begins with a slash */
  call(path: string, options: RequestInit & { readonly as?: string; readonly json?: unknown } = {}): Promise<Response> {
    const { as = 'writer', json, ...init } = options;
    const url = path.startsWith('/') ? `${this.origin}${path}` : `${this.origin}/api/v1/kb/${BOX}/${path}`;
    const credential: Record<string, string> =
      as === '' ? {} : as === 'user' ? { authorization: 'Bearer user' } : { 'x-svc-serviceaccount': `Bearer ${as}` };
    const body = json === undefined ? init.body : JSON.stringify(json);
    return fetch(url, {
      method: body == null ? 'GET' : 'POST',
      redirect: 'manual',
      ...init,
      body,
      headers: { ...credential, ...init.headers },
    });
  }

  async tellAccessChanged(change: NonNullable<(typeof accessChanged)['data']>): Promise<void> {
    this.application.get(ProcessBus).publish(accessChanged, change);
    await sleep(10);
  }

  get<T>(part: Type<T>): T {
    return this.application.get(part);
  }

  async close(): Promise<void> {
    await this.application.close();
    rmSync(this.blobFolder, { recursive: true, force: true });
  }
}
