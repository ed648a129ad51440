import { Handles } from '@lectern/bus';
import { operation, type Policy, type Request } from '@lectern/contracts/core';
import { OptionalKnowledgeBox } from '@lectern/contracts/knowledge-box';
import { Controller, Module } from '@nestjs/common';
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
