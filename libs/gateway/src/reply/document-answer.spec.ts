import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Handles, InProcessBus } from '@lectern/bus';
import { AppError, documentOperation, type DocumentPiece, type Request } from '@lectern/contracts/core';
import { Application, Metrics } from '@lectern/runtime';
import { Controller, Module } from '@nestjs/common';
import { IsString } from 'class-validator';
import { GatewayModule } from '../gateway.module';

const PIECE = 'piece of text, '.repeat(10_000);

class Case {
  @IsString() name!: string;
}

class Anything {
  [member: string]: unknown;
}

const readDocument = documentOperation({
  name: 'test.document.read',
  summary: 'Read a document',
  policy: { credentials: ['none'], role: 'any', on: 'nothing' },
  http: { method: 'GET', path: '/document/{name}', host: 'zone', success: 200 },
  params: Case,
  answer: Anything,
  deadlineMs: 2_000,
});

const seen = { yielded: 0, ended: false };

@Controller()
class DocumentHandlers {
  @Handles(readDocument)
  async *read({ params: { name } }: Request<typeof readDocument>): AsyncGenerator<DocumentPiece> {
    if (name === 'unknown') throw new AppError('not_found', 'Unknown');
    seen.ended = false;
    try {
      yield { path: [], members: { id: name } };
      if (name === 'soon') throw new AppError('unavailable', 'Changed meanwhile');
      for (seen.yielded = 0; seen.yielded < (name === 'endless' ? 100_000 : 5) && name !== 'small'; seen.yielded += 1) {
        if (name === 'late' && seen.yielded === 3) throw new AppError('unavailable', 'Changed meanwhile');
        yield { path: ['text'], text: PIECE };
      }
      yield { path: [], members: { last: true } };
    } finally {
      seen.ended = true;
    }
  }
}

@Module({ controllers: [DocumentHandlers] })
class DocumentsModule {}

let application: Application;
const blobFolder = mkdtempSync(join(tmpdir(), 'lectern-documents-'));

beforeAll(async () => {
  process.env['BLOB_DIR'] = blobFolder;
  const modules = [DocumentsModule, GatewayModule.forRoot({ operations: [readDocument], environment: {} })];
  const parts = { bus: new InProcessBus(), metrics: new Metrics(), logger: false, host: '127.0.0.1', port: 0 } as const;
  application = await Application.start(modules, parts);
});
afterAll(async () => {
  await application.close();
  rmSync(blobFolder, { recursive: true, force: true });
});

const read = (name: string, options?: RequestInit) => fetch(`${application.origin}/document/${name}`, options);

async function untilEnded(): Promise<boolean> {
  for (let tries = 0; tries < 100 && !seen.ended; tries += 1) await sleep(10);
  return seen.ended;
}

describe('a document over HTTP', () => {
  it('is ordinary JSON with its length while it is small', async () => {
    const answer = await read('small');
    const text = '{"id":"small","last":true}';
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/json']);
    expect([answer.headers.get('content-length'), await answer.text()]).toEqual([String(text.length), text]);
  });

  it('is the same JSON in chunks when it is large', async () => {
    const answer = await read('large');
    const { headers } = answer;
    expect(await answer.text()).toBe(JSON.stringify({ id: 'large', text: PIECE.repeat(5), last: true }));
    expect([answer.status, headers.get('content-type'), headers.get('content-length')]).toEqual([
      200,
      'application/json',
      null,
    ]);
    expect([headers.get('cache-control'), headers.get('x-content-type-options')]).toEqual([
      'private, no-store',
      'nosniff',
    ]);
  });

  it('keeps the status of a failure before the first piece and soon after it', async () => {
    for (const [name, status, detail] of [
      ['unknown', 404, 'Unknown'],
      ['soon', 503, 'Changed meanwhile'],
    ] as const) {
      const answer = await read(name);
      expect([answer.status, await answer.json()]).toEqual([status, { detail }]);
    }
  });

  it('is broken off by a later failure, so that nobody takes a part for the whole', async () => {
    const answer = await read('late');
    expect(answer.status).toBe(200);
    await expect(answer.text()).rejects.toThrow();
  });

  it('is read no further when the client hangs up', async () => {
    const abort = new AbortController();
    const answer = await read('endless', { signal: abort.signal });
    await answer.body?.getReader().read();
    abort.abort();
    expect(await untilEnded()).toBe(true);
    expect(seen.yielded).toBeLessThan(1_000);
  });

  it('is not read ahead of a client that does not take it', async () => {
    const answer = await read('endless');
    const reader = answer.body?.getReader();
    await reader?.read();
    await sleep(300);
    expect([seen.ended, seen.yielded < 1_000]).toEqual([false, true]);
    await reader?.cancel();
    expect(await untilEnded()).toBe(true);
  });
});
