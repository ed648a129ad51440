import { IncomingMessage, request, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { InProcessBus } from '@lectern/bus';
import { AppError, KnowledgeBoxId } from '@lectern/contracts/core';
import { Metrics } from '@lectern/runtime';
import { AccessService } from '../access/access.service';
import { TargetResolution } from '../access/target-resolution';
import { Authorizer, type Guarded, type Visit } from '../access/authorizer';
import { Edge } from '../edge/edge';
import { BOX, TestGateway } from '../gateway.fixture';
import type { RunningRequest } from './running-request';
import { RunningRequests, type RunningTimes } from './running-requests.service';

const ACCOUNT = 'aaaaaaaa-0000-4000-8000-000000000001';
const OTHER_BOX = 'bbbbbbbb-0000-4000-8000-0000000000ff';

class Target {
  @KnowledgeBoxId() kbid!: string;
}

const follow: Guarded = {
  policy: { credentials: ['sa'], role: 'READER', on: 'kb' },
  http: { host: 'zone' },
  params: Target,
};

const quick: RunningTimes = {
  checkEveryMs: 40,
  lookEveryMs: 10,
  gatherMs: 20,
  echoMs: 60,
  confirmMs: 200,
  checkMsMax: 100,
};
/** So that only changes make checks. */
const hearing = { ...quick, checkEveryMs: 3_600_000 };

/** Keys of one box, and the service that knows them. */
function world(times: RunningTimes) {
  const state = { isAway: false, revoked: new Set<string>(), asked: 0, atOnce: 0, atOnceMax: 0, expiresMs: Infinity };
  const ask = async ({ name }: { readonly name: string }, { body }: { readonly body: { readonly token?: string } }) => {
    state.asked += 1;
    state.atOnce += 1;
    state.atOnceMax = Math.max(state.atOnceMax, state.atOnce);
    await sleep(1);
    state.atOnce -= 1;
    if (state.isAway) throw new AppError('unavailable', 'away');
    if (name !== 'kb.credential.verify')
      return {
        kbid: BOX,
        account: ACCOUNT,
        state: 'PRIVATE',
        allowedOrigins: null,
        allowedIpAddresses: null,
        blockedFeatures: [],
        userRole: null,
      };
    const { token = '' } = body;
    if (state.revoked.has(token)) throw new AppError('unauthorized', 'Unauthorized');
    return {
      kind: 'sa',
      id: token,
      key: token,
      account: ACCOUNT,
      kb: BOX,
      role: 'SMEMBER',
      expiresMs: state.expiresMs,
    };
  };
  const edge = Edge.fromEnvironment({});
  const bus = Object.assign(new InProcessBus(), { request: ask });
  const access = new AccessService(bus, edge, new Metrics(), new TargetResolution(bus, {}));
  const authorizer = new Authorizer(access, edge);
  const requests = new RunningRequests(authorizer, access, new Metrics(), times);
  const responses: ServerResponse[] = [];
  const begin = async (token = 'key'): Promise<RunningRequest> => {
    const headers = { 'x-svc-serviceaccount': `Bearer ${token}` };
    const incoming = Object.assign(new IncomingMessage(new Socket()), { method: 'GET', headers });
    incoming.rawHeaders = Object.entries(headers).flat();
    const visit: Visit = { request: incoming, params: { kbid: BOX }, query: {}, path: '/' };
    const { moment } = requests;
    const admission = await authorizer.admit(follow, visit);
    const response = new ServerResponse(incoming);
    responses.push(response);
    return requests.begin({ operation: follow, visit, admission }, response, moment);
  };
  const change = (what: Parameters<RunningRequests['noteChange']>[0]) => {
    access.invalidate(what);
    requests.noteChange(what);
  };
  const close = () => {
    requests.onModuleDestroy();
    for (const response of responses) response.destroy();
  };
  return { state, requests, begin, change, close };
}

type World = ReturnType<typeof world>;
let current: World | undefined;
const started = (times: RunningTimes): World => (current = world(times));
afterEach(() => {
  current?.close();
  jest.restoreAllMocks();
});

async function refusalOf({ signal }: RunningRequest): Promise<unknown> {
  for (let tries = 0; tries < 500 && !signal.aborted; tries += 1) await sleep(10);
  return signal.aborted ? signal.reason : 'still running';
}

/** Ages cache entries by this time. */
function passMs(ms: number): void {
  const real = performance.now.bind(performance);
  jest.spyOn(performance, 'now').mockImplementation(() => real() + ms);
}

const code = (name: string) => expect.objectContaining({ code: name });

describe('a running request', () => {
  it('ends when its key is revoked, and others continue', async () => {
    const { state, begin, change } = started(hearing);
    const [ending, other] = await Promise.all([begin('key'), begin('other')]);
    state.revoked.add('key');
    change({ key: 'key' });
    expect(await refusalOf(ending)).toEqual(code('unauthorized'));
    expect(other.signal.aborted).toBe(false);
  });

  it('ends also when the event is lost', async () => {
    const { state, begin } = started(quick);
    const ending = await begin();
    state.revoked.add('key');
    passMs(10_000);
    expect(await refusalOf(ending)).toEqual(code('unauthorized'));
  });

  it('ends when the change came while it was let in', async () => {
    const { state, begin, change } = started(hearing);
    await begin();
    const beginning = begin();
    state.revoked.add('key');
    change({ key: 'key' });
    expect(await refusalOf(await beginning)).toEqual(code('unauthorized'));
  });

  it('ends when the service that was asked first had not heard of the change', async () => {
    const { state, begin, change } = started({ ...hearing, echoMs: 1_500 });
    const ending = await begin();
    change({ key: 'key' });
    await sleep(hearing.gatherMs + 20);
    state.revoked.add('key');
    expect(await refusalOf(ending)).toEqual(code('unauthorized'));
  });

  it('continues while the services are away, as long as no change concerns it', async () => {
    const { state, begin, change } = started(quick);
    const running = await begin();
    state.isAway = true;
    passMs(120_000);
    change({ kbid: OTHER_BOX });
    change({ key: 'other' });
    const { asked } = state;
    await sleep(300);
    expect([state.asked > asked, running.signal.aborted]).toEqual([true, false]);
  });

  it('ends when the services are away and a change concerns it', async () => {
    const { state, begin, change } = started(hearing);
    const ending = await begin();
    state.isAway = true;
    change({ key: 'key' });
    expect(await refusalOf(ending)).toEqual(code('unavailable'));
  });

  it('survives a moment without services after a change', async () => {
    const { state, begin, change } = started({ ...hearing, confirmMs: 3_000 });
    const running = await begin();
    state.isAway = true;
    change({ key: 'key' });
    await sleep(100);
    state.isAway = false;
    await sleep(400);
    expect(running.signal.aborted).toBe(false);
  });

  it('ends when its credential expires, although the services are away', async () => {
    const { state, begin } = started({ ...quick, checkEveryMs: 3_600_000 });
    state.expiresMs = Date.now() + 300;
    const ending = await begin();
    state.isAway = true;
    expect(await refusalOf(ending)).toEqual(code('unauthorized'));
  });

  it('asks little, and little at a time, when much changes for many', async () => {
    const { state, begin, change } = started({ ...hearing, gatherMs: 100, confirmMs: 30_000, checkMsMax: 30_000 });
    const requests = 1_000;
    const running = await Promise.all(Array.from({ length: requests }, (_, index) => begin(`key-${index}`)));
    [state.asked, state.atOnceMax] = [0, 0];
    for (let changes = 0; changes < 200; changes += 1) change({ kbid: BOX });
    for (let tries = 0; tries < 1_000 && state.asked < requests; tries += 1) await sleep(20);
    await sleep(1_000);
    // Once for the change and once for its echo, each with its key; and the box.
    expect(state.asked).toBeGreaterThanOrEqual(requests);
    expect(state.asked).toBeLessThan(requests * 2.5);
    expect(state.atOnceMax).toBeLessThanOrEqual(20);
    expect(running.some(({ signal }) => signal.aborted)).toBe(false);
  });
});

describe('a request that changes something', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await TestGateway.start();
  });
  afterAll(() => gateway.close());
  const key = { kind: 'sa', id: 'leaving', account: ACCOUNT, kb: BOX, role: 'SCONTRIBUTOR', key: 'k9' } as const;
  const revoke = async () => {
    delete gateway.world.keys['leaving'];
    await gateway.tellAccessChanged({ key: 'k9' });
  };

  it('is answered by its operation although its caller lost the right in the meantime', async () => {
    gateway.world.keys['leaving'] = key;
    expect((await gateway.call('notes', { as: 'leaving', json: { title: 'x' } })).status).toBe(201);
    // Its operation takes longer than its deadline of 500 ms.
    const answer = gateway.call('notes', { as: 'leaving', json: { title: 'slow' } });
    await sleep(200);
    await revoke();
    expect((await answer).status).toBe(504);
  });

  it('is not begun when the right ends before its body is complete', async () => {
    gateway.world.keys['leaving'] = key;
    const headers = { 'x-svc-serviceaccount': 'Bearer leaving', 'content-length': '20' };
    const sent = request(`${gateway.origin}/api/v1/kb/${BOX}/notes`, { method: 'POST', headers });
    const answered = new Promise<IncomingMessage>((resolve, reject) =>
      sent.on('response', resolve).on('error', reject),
    );
    sent.write('{"title"');
    await sleep(100);
    await revoke();
    const answer = await answered;
    expect([answer.statusCode, await text(answer)]).toEqual([401, '{"detail":"Unauthorized"}']);
    sent.destroy();
  });
});
