import { Handles } from '@lectern/bus';
import {
  byQuery,
  invalidQuery,
  invalidRequest,
  operation,
  type Policy,
  type Request,
  streamOperation,
} from '@lectern/contracts/core';
import { OptionalKnowledgeBox } from '@lectern/contracts/knowledge-box';
import { Controller, Module } from '@nestjs/common';
import { IsOptional, IsString } from 'class-validator';
import { BOX, Target, TestGateway } from '../gateway.fixture';

class Seen {
  kbid?: string;
  kind!: string;
}

const forAccounts: Policy = { credentials: ['nua'], role: 'any', on: 'nothing' };
const forReaders: Policy = { credentials: ['sa'], role: 'READER', on: 'kb' };

const look = operation({
  name: 'test.place.look',
  summary: 'Look around',
  http: { method: 'GET', path: '/api/v1/look', host: 'zone', success: 200 },
  policy: forAccounts,
  params: OptionalKnowledgeBox,
  answer: Seen,
  deadlineMs: 2_000,
  doors: [
    {
      name: 'test.place.look-for-reader',
      summary: 'Look around in a knowledge box',
      description: 'The same as `test.place.look`, for readers.',
      http: {
        path: ['/api/v1/kb/{kbid}/look', '/api/v1/kb/{kbid}/gaze'],
        success: 203,
        respond: ({ kind }: Seen) => ({ headers: { 'SVC-LEARNING-ID': 'door' }, body: { kind } }),
        unknownBox: 'No box {kbid}',
      },
      policy: forReaders,
      params: Target,
    },
  ],
});

@Controller()
class LookHandlers {
  @Handles(look)
  async look({ params, principal }: Request<typeof look>): Promise<Seen> {
    return { kbid: params.kbid, kind: principal.kind };
  }
}

@Module({ controllers: [LookHandlers] })
class LookModule {}

describe('an operation with several doors', () => {
  let gateway: TestGateway;

  beforeAll(async () => {
    gateway = await TestGateway.start({}, { operations: [look], handlers: LookModule });
  });
  afterAll(() => gateway.close());

  const asked = async (path: string, credential: Record<string, string>) => {
    const answer = await gateway.call(path, { as: '', headers: credential });
    return { status: answer.status, id: answer.headers.get('svc-learning-id'), body: await answer.json() };
  };
  const nua = { 'x-svc-nuakey': 'Bearer nua' };
  const reader = { 'x-svc-serviceaccount': 'Bearer reader' };

  it('has one handler, and answers at each door in the way of the door', async () => {
    expect(await asked('/api/v1/look', nua)).toEqual({ status: 200, id: null, body: { kind: 'nua' } });
    for (const path of ['look', 'gaze'])
      expect(await asked(path, reader)).toEqual({ status: 203, id: 'door', body: { kind: 'sa' } });
  });

  it('lets in at each door whom the policy of the door admits', async () => {
    expect((await asked('/api/v1/look', reader)).status).toBe(403);
    expect((await asked('look', nua)).status).toBe(403);
    expect((await asked('look', {})).status).toBe(401);
    const other = BOX.replace('0001', '0009');
    expect(await asked(`/api/v1/kb/${other}/look`, { authorization: 'Bearer user' })).toMatchObject({ status: 403 });
  });

  it('is counted by the name of the door', async () => {
    const text = await (await gateway.call('/metrics', { as: '' })).text();
    expect(text).toMatch(/http_request_seconds_count\{operation="test\.place\.look",status="200"\} 1\n/);
    expect(text).toMatch(/http_request_seconds_count\{operation="test\.place\.look-for-reader",status="203"\} 2\n/);
  });

  it('is described door by door', async () => {
    const { paths } = await (await gateway.call('/api/v1/openapi.json', { as: '' })).json();
    const described = Object.entries<{ get: { operationId: string; security: unknown } }>(paths).map(
      ([path, { get }]) => [path, get.operationId, get.security],
    );
    expect(described).toEqual([
      ['/api/v1/look', 'test.place.look', [{ understanding: [] }]],
      ['/api/v1/kb/{kbid}/look', 'test.place.look-for-reader', [{ serviceAccount: [] }]],
      ['/api/v1/kb/{kbid}/gaze', 'test.place.look-for-reader-by-gaze', [{ serviceAccount: [] }]],
    ]);
  });
});

class Words {
  @IsString() text!: string;
}
class WordsQuery {
  @IsOptional() @IsString() words?: string;
}

const list = {
  policy: forReaders,
  params: Target,
  body: Words,
  http: { method: 'POST', path: '/api/v1/kb/{kbid}/words', host: 'zone', success: 200 },
  deadlineMs: 2_000,
} as const;
const atOtherDoors = (name: string, path: string) => [
  {
    name: `${name}-by-query`,
    summary: 'List by query',
    description: 'The same.',
    http: { method: 'GET' as const, path },
    ...byQuery(WordsQuery, ({ words }) => {
      if (words === undefined) throw invalidQuery('words', 'It is missing');
      return { text: words };
    }),
  },
  {
    name: `${name}-nothing`,
    summary: 'List nothing',
    description: 'The same.',
    http: { path: `${path}/nothing` as const },
    ignoresBody: true as const,
  },
];
const listWords = operation({
  ...list,
  name: 'test.words.list',
  summary: 'List words',
  answer: Words,
  doors: atOtherDoors('test.words.list', list.http.path),
});
const streamPath = '/api/v1/kb/{kbid}/streamed-words';
const streamWords = streamOperation({
  ...list,
  name: 'test.words.stream',
  summary: 'Stream words',
  http: { ...list.http, path: streamPath, reply: 'ndjson' },
  answer: Words,
  doors: atOtherDoors('test.words.stream', streamPath),
});

function answered(body: Words | undefined): Words {
  if (body?.text !== 'wrong') return { text: body?.text ?? 'no body' };
  throw invalidRequest([{ type: 'value_error', loc: ['body', 'text'], msg: 'Wrong', input: body.text }]);
}

@Controller()
class WordsHandlers {
  @Handles(listWords)
  async list({ body, query }: Request<typeof listWords>): Promise<Words> {
    expect(query).toEqual({});
    return answered(body);
  }

  @Handles(streamWords)
  async *stream({ body }: Request<typeof streamWords>) {
    yield answered(body);
  }
}

@Module({ controllers: [WordsHandlers] })
class WordsModule {}

describe('a door without a body', () => {
  let gateway: TestGateway;

  beforeAll(async () => {
    gateway = await TestGateway.start({}, { operations: [listWords, streamWords], handlers: WordsModule });
  });
  afterAll(() => gateway.close());

  const sent = async (path: string, options: object = {}) => {
    const answer = await gateway.call(path, {
      as: '',
      headers: { 'x-svc-serviceaccount': 'Bearer reader' },
      ...options,
    });
    return [answer.status, JSON.parse(await answer.text())];
  };
  const posted = (path: string, json: unknown) => sent(path, { json });

  it.each(['words', 'streamed-words'])('gives the handler the body that the query says: %s', async (path) => {
    expect(await posted(path, { text: 'moon' })).toEqual([200, { text: 'moon' }]);
    expect(await sent(`${path}?words=moon`)).toEqual([200, { text: 'moon' }]);
    expect(await sent(path)).toMatchObject([412, { detail: expect.stringContaining('words') }]);
  });

  it.each(['words', 'streamed-words'])('says at the parameters what is wrong with that body: %s', async (path) => {
    const wrong = (place: string) => [422, { detail: [expect.objectContaining({ loc: [place, 'text'] })] }];
    expect(await posted(path, { text: 'wrong' })).toEqual(wrong('body'));
    expect(await sent(`${path}?words=wrong`)).toEqual(wrong('query'));
  });

  it('takes none, whatever is sent, where it ignores it', async () => {
    expect(await posted('words/nothing', { text: ['no text'] })).toEqual([200, { text: 'no body' }]);
  });

  it('takes a query for a body by GET only', async () => {
    const door = { ...atOtherDoors('test.words.put', '/api/v1/kb/{kbid}/put')[0], http: { path: '/api/v1/put' } };
    const odd = operation({ ...list, name: 'test.words.put', summary: 'Put', doors: [door as never] });
    await expect(TestGateway.start({}, { operations: [odd], handlers: WordsModule })).rejects.toThrow('of a GET only');
  });
});
