import { setTimeout as sleep } from 'node:timers/promises';
import Fastify from 'fastify';
import { type Input, streamOperation, WireNames } from '@lectern/contracts/core';
import { type HttpOperation, httpOperations } from '../operation/http-operation';
import { answerStream } from './stream-answer';

const input: Input = { params: {}, query: {}, headers: {}, body: undefined };
const silence = { openingMs: 40, everyMs: 40 };
type Http = Partial<HttpOperation['http']>;

/** Output of a stream as a client reads it. */
async function read(values: () => AsyncIterable<unknown>, http: Http) {
  const declared = streamOperation({
    name: 'test.silence',
    summary: 'Say little',
    deadlineMs: 1_000,
    policy: { credentials: ['none'], role: 'any', on: 'nothing' },
    http: { method: 'GET', path: '/', host: 'zone', success: 200, ...http },
  });
  const [operation] = httpOperations([declared], ['zone']);
  if (!operation) throw new Error('It has a path');
  const server = Fastify();
  server.get('/', (_, reply) =>
    answerStream(values(), { operation, input, reply, names: WireNames.canonical, stallMs: 5_000, silence }),
  );
  try {
    const answer = await fetch(await server.listen({ host: '127.0.0.1', port: 0 }));
    return { statusCode: answer.status, body: await answer.text() };
  } finally {
    await server.close();
  }
}

const lines: Http = { reply: 'ndjson' };
const events: Http = { reply: 'events', lastEvent: 'over' };
const slow = async function* () {
  await sleep(150);
  yield 1;
  await sleep(150);
  yield 2;
};

describe('a stream without news', () => {
  it('opens, and has blanks before its lines', async () => {
    const { statusCode, body } = await read(slow, lines);
    expect(statusCode).toBe(200);
    expect(body).toMatch(/^ +1\n +2\n$/);
  });

  it('has comments between its events', async () => {
    const { body } = await read(slow, events);
    expect(body).toMatch(/^(: .*\n\n)+data: 1\n\n(: .*\n\n)+data: 2\n\ndata: over\n\n$/);
  });

  it('says a failure in a line of its own once it is open, and with its status before', async () => {
    async function* late() {
      await sleep(100);
      yield* fails();
    }
    expect((await read(late, lines)).body).toMatch(/^ +\{"item":\{"type":"error".*\n$/);
    expect((await read(fails, lines)).statusCode).toBe(500);
  });

  it('is left alone where clients expect nothing but values', async () => {
    expect((await read(slow, { ...lines, contentType: 'binary/octet-stream' })).body).toBe('1\n2\n');
    expect((await read(slow, { reply: 'text' })).body).toBe('12');
  });

  it('has nothing between values that come quickly', async () => {
    async function* quick() {
      yield 1;
      yield 2;
    }
    expect((await read(quick, lines)).body).toBe('1\n2\n');
  });
});

async function* fails(): AsyncGenerator<unknown> {
  throw new Error('lost');
}
