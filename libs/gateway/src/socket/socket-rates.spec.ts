import { BOX, TestGateway } from '../gateway.fixture';
import { openSocket, until } from './socket-client.fixture';
import { seen, talk, TalkModule } from './talk.fixture';

const PATH = `/api/v1/kb/${BOX}/talk`;
const parts = { operations: [], sockets: [talk], handlers: TalkModule };
const echo = { type: 'echo', text: 'Hello' };
const kinds = (frames: readonly unknown[]) => frames.map((frame) => Object(frame).code ?? Object(frame).type);

describe('messages of a socket', () => {
  let gateway: TestGateway;

  const start = async (settings: Readonly<Record<string, string>>) => {
    gateway = await TestGateway.start(settings, parts);
  };
  const opened = (name = 'reader') =>
    openSocket(`${gateway.origin}${PATH}`, { headers: { 'x-svc-serviceaccount': `Bearer ${name}` } });
  afterEach(() => gateway.close());

  it('count like requests of its credential; those beyond the rate get a frame with the time to wait', async () => {
    await start({ REQUESTS_OF_KEY_PER_MINUTE_MAX: '6' });
    const { client, frames, say } = await opened();
    for (let time = 0; time < 8; time += 1) {
      say(echo);
      await until(() => frames.length === time + 1);
    }
    // The request that opened the socket was the first one.
    expect(kinds(frames)).toEqual([
      ...Array.from({ length: 5 }, () => 'echo'),
      ...['x', 'x', 'x'].map(() => 'rate_limited'),
    ]);
    expect(frames[5]).toMatchObject({
      of: 'echo',
      text: expect.stringMatching(/at most 6 per minute\. Retry after \d+ s$/),
    });
    expect(client.readyState).toBe(client.OPEN);
    const other = await opened('writer');
    other.say(echo);
    await until(() => other.frames.length === 1);
    expect(kinds(other.frames)).toEqual(['echo']);
    other.client.close();
    client.close();
  });

  it('count when nobody can read them, too', async () => {
    await start({ REQUESTS_OF_KEY_PER_MINUTE_MAX: '3' });
    const { client, frames, say } = await opened();
    for (const [index, one] of ['{', { type: 'shout' }, '{', echo].entries()) {
      say(one);
      await until(() => frames.length === index + 1);
    }
    expect(kinds(frames)).toEqual(['invalid_request', 'invalid_request', 'rate_limited', 'rate_limited']);
    client.close();
  });

  it('count for its route, over all sockets of the account', async () => {
    await start({ REQUESTS_OF_ROUTES: `${talk.name}=5` });
    const both = [await opened(), await opened('writer')] as const;
    for (const { say, frames } of [...both, ...both]) {
      const before = frames.length;
      say(echo);
      await until(() => frames.length === before + 1);
    }
    expect(both.map(({ frames }) => kinds(frames))).toEqual([
      ['echo', 'echo'],
      ['echo', 'rate_limited'],
    ]);
    for (const { client } of both) client.close();
  });

  it('that end others are taken beyond the rate, too', async () => {
    await start({ REQUESTS_OF_KEY_PER_MINUTE_MAX: '2' });
    const { client, frames, say } = await opened();
    const before = seen.cancelled;
    say({ type: 'count', upTo: 1_000, pauseMs: 1_000 });
    say(echo);
    await until(() => frames.length === 1);
    expect(kinds(frames)).toEqual(['rate_limited']);
    say({ type: 'stop' });
    await until(() => seen.cancelled === before + 1);
    expect(client.readyState).toBe(client.OPEN);
    client.close();
  });
});
