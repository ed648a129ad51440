import { BOX, TestGateway } from '../gateway.fixture';
import { interview, InterviewModule, openings, runs } from './interview.fixture';
import { openSocket, until } from './socket-client.fixture';

const reader = { 'x-svc-serviceaccount': 'Bearer reader' };
const PATH = `/api/v1/kb/${BOX}/interview`;

let gateway: TestGateway;

beforeAll(async () => {
  gateway = await TestGateway.start({}, { operations: [], sockets: [interview], handlers: InterviewModule });
});
afterAll(() => gateway.close());
afterEach(() => runs.clear());

const opened = (session: string, query = '', headers = {}) =>
  openSocket(`${gateway.origin}${PATH}/${session}/ws${query}`, { headers: { ...reader, ...headers } });

describe('the course of a socket', () => {
  it('ends (1000) after the last value of a call whose declaration says so, with all frames before', async () => {
    const { frames, say, closed } = await opened('once');
    say({ question: 'Why?' });
    expect(await closed).toEqual([1000, '']);
    expect(frames).toEqual([
      { seq: 0, step: 'Why?' },
      { seq: 1, isDone: true },
    ]);
  });

  it('continues where the query says so, and takes the next message as soon as the last frame is there', async () => {
    const { frames, say, client } = await opened('often', '?keep_open=true');
    client.on('message', (data) => {
      if (JSON.parse(String(data)).isDone && frames.length < 8) say({ question: 'And?' });
    });
    say({ question: 'Why?' });
    await until(() => frames.length === 8);
    expect(frames.filter((frame) => Object(frame).isDone)).toHaveLength(4);
    client.close();
  });

  it('begins with a call, before it reads any message', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    openings.push(promise);
    const { frames, say, closed } = await opened('slow');
    say({ question: 'Why?' });
    await new Promise((done) => setTimeout(done, 50));
    expect([frames, runs.size]).toEqual([[], 0]);
    resolve();
    expect(await closed).toEqual([1000, '']);
    expect(frames).toHaveLength(2);
  });

  it('ends with one frame when that call fails, whatever was said', async () => {
    const { frames, say, closed } = await opened('missing');
    say({ question: 'Why?' });
    expect(await closed).toEqual([1000, '']);
    expect(frames).toEqual([{ exception: { detail: "Session 'missing' does not exist" } }]);
    expect(runs.size).toBe(0);
  });

  it('takes messages without a type, and lists what is wrong with one', async () => {
    const { frames, say, client } = await opened('wrong');
    for (const [index, one] of [{}, { question: 'x'.repeat(21) }, [], '{', { nonsense: 1 }].entries()) {
      say(one);
      await until(() => frames.length === index + 1);
    }
    expect(frames.every((frame) => Object(frame).exception.detail === 'Invalid request payload')).toBe(true);
    const wrong = frames.map((frame) => Object(frame).exception.extra.validation_errors);
    expect(wrong).toMatchObject([
      [{ type: 'missing', loc: ['body', 'question'] }],
      [{ type: 'string_too_long', loc: ['body', 'question'] }],
      [{ type: 'model_attributes_type', loc: ['body'] }],
      [{ loc: ['body', '1'] }],
      [{ type: 'value_error', loc: ['body'] }],
    ]);
    expect(client.readyState).toBe(client.OPEN);
    client.close();
  });

  it('refuses messages that its declaration does not expect now, and the call that runs continues', async () => {
    const { frames, say, closed } = await opened('busy');
    const unexpected = { exception: { detail: 'Unexpected message from user' } };
    say({ request_id: 'r', response: 'Yes' });
    await until(() => frames.length === 1);
    say({ question: 'wait' });
    await until(() => frames.length === 2);
    say({ question: 'Why?' });
    say({ request_id: 'r', response: 'Yes' });
    await until(() => frames.length === 4);
    expect(frames).toEqual([unexpected, { seq: 0, step: 'wait' }, unexpected, unexpected]);
    runs.get('busy')?.say({ isDone: true });
    expect(await closed).toEqual([1000, '']);
    expect(frames.at(-1)).toEqual({ seq: 1, isDone: true });
  });

  it('takes messages that the call which runs has asked for', async () => {
    const { frames, say, closed } = await opened('asking');
    say({ question: 'confirm' });
    await until(() => frames.length === 2);
    say({ question: 'Why?' });
    await until(() => frames.length === 3);
    expect(frames.at(-1)).toMatchObject({ exception: { detail: 'Invalid request payload' } });
    say({ request_id: 'r', response: 'Yes' });
    expect(await closed).toEqual([1000, '']);
    expect(frames.slice(3)).toEqual([
      { seq: 2, step: 'You said Yes' },
      { seq: 3, isDone: true },
    ]);
  });

  it('ends after a message that stops the run of another', async () => {
    const { frames, say, closed } = await opened('stopped', '?keep_open=true');
    say({ question: 'wait' });
    await until(() => frames.length === 1);
    say({ question: '', operation: 1 });
    expect(await closed).toEqual([1000, '']);
    expect(runs.get('stopped')?.stopped.signal.aborted).toBe(true);
    expect(frames).toHaveLength(1);
  });

  it('may leave a run that another socket follows from where it broke', async () => {
    const first = await opened('resumed');
    first.say({ question: 'wait' });
    await until(() => first.frames.length === 1);
    first.client.terminate();
    const run = runs.get('resumed');
    for (const step of ['one', 'two']) run?.say({ step });
    const second = await opened('resumed', '?from_cursor=2');
    await until(() => second.frames.length === 1);
    run?.say({ isDone: true });
    expect(await second.closed).toEqual([1000, '']);
    expect(second.frames).toEqual([
      { seq: 2, step: 'two' },
      { seq: 3, isDone: true },
    ]);
    const late = await opened('unknown', '?from_cursor=2');
    expect(await late.closed).toEqual([1000, '']);
    expect(late.frames).toEqual([{ exception: { detail: 'Nothing runs here' } }]);
  });

  it('passes on headers of the request, and no credential', async () => {
    const { frames, say, closed } = await opened('headers', '', { 'X-Team': 'blue', cookie: 'a=b' });
    say({ question: 'headers' });
    await closed;
    const headers = JSON.parse(Object(frames[1]).step);
    expect(headers).toEqual({ 'x-team': 'blue' });
  });

  it('is the same at each of its paths', async () => {
    for (const path of [`/api/v1/kb/${BOX}/topic/sea-/interview/a/ws`, `/old/${BOX}/a/ws`]) {
      const { frames, say, closed } = await openSocket(`${gateway.origin}${path}`, { headers: reader });
      say({ question: 'Why?' });
      await closed;
      expect(frames[0]).toEqual({ seq: 0, step: path.includes('sea-') ? 'sea-Why?' : 'Why?' });
      const plain = await fetch(`${gateway.origin}${path}`);
      expect([plain.status, plain.headers.get('upgrade')]).toEqual([426, 'websocket']);
    }
  });
});
