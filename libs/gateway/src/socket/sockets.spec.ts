import { once } from 'node:events';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { BOX, TestGateway } from '../gateway.fixture';
import { openSocket, until } from './socket-client.fixture';
import { seen, talk, TalkModule } from './talk.fixture';
import { Sockets } from './sockets.service';

const PATH = `/api/v1/kb/${BOX}/talk`;
const reader = { 'x-svc-serviceaccount': 'Bearer reader' };
const parts = { operations: [], sockets: [talk], handlers: TalkModule };

let gateway: TestGateway;

beforeAll(async () => {
  gateway = await TestGateway.start({ BODY_TIMEOUT_S: '1' }, parts);
});
afterAll(() => gateway.close());

const cookieOf = (user: string) => `lectern-session-${new URL(gateway.origin).port}=${user}`;

/** A client of the socket, with the frames that it got. */
function opened(headers = reader, options: { path?: string; autoPong?: boolean; at?: TestGateway } = {}) {
  const { path = PATH, autoPong = true, at = gateway } = options;
  return openSocket(`${at.origin}${path}`, { headers, autoPong });
}

/** The answer to a request for a socket that is refused, or 101. */
function refusal(
  path: string,
  headers: Readonly<Record<string, string>> | readonly string[],
  at = gateway,
): Promise<[number, unknown]> {
  const handshake = { connection: 'Upgrade', upgrade: 'websocket', 'sec-websocket-version': '13' };
  const key = { 'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==' };
  const sent = Array.isArray(headers)
    ? ['host', 'a', ...Object.entries({ ...handshake, ...key }).flat(), ...headers]
    : { ...handshake, ...key, ...headers };
  return new Promise((resolve, reject) => {
    const asking = request(`${at.origin}${path}`, { headers: sent as never }); // Node takes both forms
    asking.on('error', reject).on('upgrade', (_, connection) => {
      connection.destroy();
      resolve([101, undefined]);
    });
    asking.on('response', (answer) => {
      text(answer).then((body) => resolve([answer.statusCode ?? 0, JSON.parse(body).detail]), reject);
    });
    asking.end();
  });
}

describe('a socket', () => {
  it('calls operations as whoever opened it, and sends a frame for each of their values', async () => {
    const { frames, say, client } = await opened(reader, { path: `${PATH}?from=2` });
    say({ type: 'echo', text: 'Hello' });
    await until(() => frames.length === 1);
    say({ type: 'count', upTo: 6 });
    await until(() => frames.length === 5);
    expect(frames).toEqual([
      { type: 'echo', text: 'Hello', by: 'reading', kb: BOX },
      ...[2, 4, 6].map((value) => ({ type: 'number', value, padding: '' })),
      { type: 'counted', upTo: 6 },
    ]);
    client.close();
  });

  it('answers a message that it cannot take or that fails with a frame, and stays open', async () => {
    const { frames, say, client } = await opened();
    const wrong = ['{', '[]', '{}', { type: 'shout' }, { type: 'constructor' }, { type: 'echo' }, '[['.repeat(600)];
    for (const [index, one] of [...wrong, { type: 'echo', text: 'refused' }, { type: 'echo', text: 'bug' }].entries()) {
      say(one);
      await until(() => frames.length === index + 1);
    }
    expect(frames.map((frame) => [Object(frame).code, Object(frame).of])).toEqual([
      ['invalid_request', null],
      ['invalid_request', null],
      ['invalid_request', null],
      ['invalid_request', 'shout'],
      ['invalid_request', 'constructor'],
      ['invalid_request', 'echo'],
      ['too_large', null],
      ['conflict', 'echo'],
      ['internal', 'echo'],
    ]);
    expect(JSON.stringify(frames)).not.toContain('secret');
    say({ type: 'echo', text: 'Still here' });
    await until(() => frames.length === 10);
    client.close();
  });

  it('runs a few calls at a time, and ends them when it is told to', async () => {
    const { frames, say, client } = await opened();
    const before = seen.cancelled;
    for (let index = 0; index < 9; index += 1) say({ type: 'count', upTo: 1_000, pauseMs: 1_000 });
    await until(() => frames.length === 1);
    expect(frames).toMatchObject([{ type: 'error', code: 'rate_limited', of: 'count' }]);
    say({ type: 'stop' });
    await until(() => seen.cancelled === before + 8);
    say({ type: 'count', upTo: 0 });
    await until(() => frames.length === 3);
    client.close();
  });

  it('ends its calls when the client leaves', async () => {
    const before = seen.cancelled;
    const polite = await opened();
    polite.say({ type: 'count', upTo: 1_000, pauseMs: 1_000 });
    polite.say({ type: 'echo', text: 'Bye' });
    await until(() => polite.frames.length === 1);
    polite.client.close();
    await until(() => seen.cancelled === before + 1);
    const rude = await opened();
    rude.say({ type: 'count', upTo: 1_000, pauseMs: 1_000 });
    rude.say({ type: 'echo', text: 'Bye' });
    await until(() => rude.frames.length === 1);
    rude.client.terminate();
    await until(() => seen.cancelled === before + 2);
  });

  it('is closed for what is no text, and for messages beyond its limit', async () => {
    const binary = await opened();
    binary.client.send(Buffer.from('{}'), { binary: true });
    expect(await binary.closed).toEqual([1003, 'Messages are JSON texts']);
    const large = await opened();
    large.say(JSON.stringify({ type: 'echo', text: 'x'.repeat(10 * 1024 ** 2) }));
    expect((await large.closed)[0]).toBe(1009);
    expect(large.frames).toEqual([]);
  });

  it('does not run ahead of a client that does not read, and ends when it does not read for long', async () => {
    const { client, say } = await opened();
    const before = seen.cancelled;
    client.pause();
    say({ type: 'count', upTo: 1_000_000, size: 100_000 });
    await until(() => seen.cancelled === before + 1);
    expect(seen.yielded).toBeLessThan(1_000);
    client.terminate();
  });

  it('ends when its caller loses the right to it', async () => {
    const { closed } = await opened({ 'x-svc-serviceaccount': 'Bearer writer' });
    const { writer } = gateway.world.keys;
    delete gateway.world.keys['writer'];
    await gateway.tellAccessChanged({ key: 'k2' });
    expect(await closed).toEqual([1008, 'Unauthorized']);
    if (writer) gateway.world.keys['writer'] = writer;
  });

  it('ends when nothing is said for long, or nobody answers', async () => {
    const idle = await opened();
    const busy = await opened();
    busy.say({ type: 'count', upTo: 1_000, pauseMs: 1_000 });
    busy.say({ type: 'echo', text: 'Busy' });
    await until(() => busy.frames.length === 1);
    gateway.get(Sockets).beat(Date.now() + 301_000);
    expect(await idle.closed).toEqual([1000, 'idle']);
    expect(busy.client.readyState).toBe(WebSocket.OPEN);
    busy.client.close();
    const silent = await opened(reader, { autoPong: false });
    const answering = await opened();
    gateway.get(Sockets).beat(Date.now());
    await once(answering.client, 'ping');
    await sleep(50);
    gateway.get(Sockets).beat(Date.now());
    expect((await silent.closed)[0]).toBe(1006);
    expect(answering.client.readyState).toBe(WebSocket.OPEN);
    answering.client.close();
  });

  it('ends when the server stops', async () => {
    const stopping = await TestGateway.start({}, parts);
    const { closed } = await opened(reader, { at: stopping });
    await stopping.close();
    expect(await closed).toEqual([1001, 'The server stops']);
  });

  it('is counted', async () => {
    const { client } = await opened();
    const figures = async () => (await gateway.call('/metrics', { as: '' })).text();
    expect(await figures()).toMatch(/^lectern_sockets_open [1-9]/m);
    client.close();
    expect(await figures()).toMatch(/lectern_sockets_closed_total\{socket="test\.talk\.socket",code="1003"\} 1/);
  });
});

describe('a request for a socket', () => {
  it('is refused as any other, before it is a socket', async () => {
    expect(await refusal(PATH, reader)).toEqual([101, undefined]);
    expect(await refusal(PATH, {})).toEqual([401, 'Unauthorized']);
    expect(await refusal(PATH, { 'x-svc-nuakey': 'Bearer nua' })).toEqual([403, 'Forbidden']);
    expect(await refusal(PATH.replace('0001', '0009'), reader)).toEqual([403, 'Forbidden']);
    expect(await refusal(PATH.replace(BOX, 'box'), reader)).toMatchObject([404, expect.any(String)]);
    expect(await refusal(`${PATH}?from=x`, reader)).toMatchObject([422, [{ loc: ['query', 'from'] }]]);
    expect(await refusal(`${PATH}/more`, reader)).toEqual([404, 'Not Found']);
    const twice = ['x-svc-serviceaccount', 'Bearer reader', 'authorization', 'Bearer user'];
    expect(await refusal(PATH, twice)).toEqual([400, 'Only one authorization header is allowed per request']);
    expect(await refusal(PATH, { ...reader, 'sec-websocket-key': 'short' })).toMatchObject([400, expect.any(String)]);
  });

  it('takes the cookie of a session from pages of its own origin only', async () => {
    const cookie = cookieOf('user');
    expect(await refusal(PATH, { cookie, origin: gateway.origin })).toEqual([101, undefined]);
    for (const origin of ['https://evil.example', 'null', `${gateway.origin}.evil.example`])
      expect(await refusal(PATH, { cookie, origin })).toMatchObject([403, expect.any(String)]);
    expect(await refusal(PATH, { cookie, origin: gateway.origin, 'sec-fetch-site': 'cross-site' })).toMatchObject([
      403,
      expect.any(String),
    ]);
    expect(await refusal(PATH, { cookie })).toMatchObject([403, expect.any(String)]);
    expect(await refusal(PATH, { cookie, origin: gateway.origin, authorization: 'Bearer user' })).toMatchObject([
      400,
      expect.any(String),
    ]);
  });

  it('of a page of another origin needs a credential that no browser sends by itself, and an allowed origin', async () => {
    const foreign = { ...reader, origin: 'https://app.example' };
    expect(await refusal(PATH, foreign)).toEqual([101, undefined]);
    expect((await refusal(PATH, { origin: 'https://app.example' }))[0]).toBe(401);
    const strict = await TestGateway.start({ CORS_ORIGINS: 'https://app.example' }, parts);
    expect(await refusal(PATH, foreign, strict)).toEqual([101, undefined]);
    const other = { ...reader, origin: 'https://other.example' };
    expect(await refusal(PATH, other, strict)).toEqual([403, 'Origin not allowed']);
    await strict.close();
  });

  it('that asks for none there is told so, and one that offers another protocol is answered in this one', async () => {
    const plain = await gateway.call('talk', { as: 'reader' });
    expect([plain.status, plain.headers.get('upgrade')]).toEqual([426, 'websocket']);
    expect(await refusal(PATH, { ...reader, upgrade: 'h2c' })).toMatchObject([426, expect.any(String)]);
    expect((await refusal('/health/alive', {}))[0]).not.toBe(101);
  });
});
