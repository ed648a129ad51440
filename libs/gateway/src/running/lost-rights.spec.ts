import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, type ClientRequest, type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { InProcessBus, ProcessBus } from '@lectern/bus';
import { accessChanged, isBetweenHosts } from '@lectern/contracts/core';
import { allOperations } from '@lectern/contracts/operations';
import { Application, Metrics } from '@lectern/runtime';
import { accessServices } from '../access/access-world.fixture';
import { GatewayModule } from '../gateway.module';
import { type HttpOperation, httpOperations, mayEndEarly } from '../operation/http-operation';
import { endless, type EndlessScene, endlessServices } from './endless-services.fixture';
import { ACCOUNT, AGENT, BOX, type WayToLose, waysToLose } from './lost-rights.fixture';

const served = allOperations.filter((one) => one.http && !isBetweenHosts(one)).map(endless);
/** Public access cannot be lost. */
const guarded = httpOperations(served, ['zone', 'accounts']).filter(
  ({ policy }) => policy.on === 'kb' || policy.credentials.some((kind) => kind !== 'none'),
);
const takesBytes = ({ http }: HttpOperation) => http.bodyKind === 'upload' || http.bodyKind === 'parts';
const sendsPieces = ({ stream, http }: HttpOperation) => Boolean(stream) || http.reply === 'binary';
const watched = guarded.filter((one) => takesBytes(one) || mayEndEarly(one));

/** More than sockets take for a client that does not read. */
const BLOB_BYTES = 64 * 1024 ** 2;
/** On a busy machine. */
const WITHIN_MS = 60_000;

let folder: string;
let agent: Agent;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-lost-rights-'));
  mkdirSync(join(folder, 'kb'));
  writeFileSync(join(folder, 'kb', 'large'), Buffer.alloc(BLOB_BYTES));
  process.env['BLOB_DIR'] = folder;
  agent = new Agent({ maxSockets: Infinity });
});
afterAll(() => {
  agent.destroy();
  rmSync(folder, { recursive: true, force: true });
});

/** A request while it is answered, and how it ended. */
interface OpenRequest {
  readonly operation: HttpOperation;
  readonly sent: ClientRequest;
  answer?: IncomingMessage;
  text: string;
  /** The answer was whole, or it was broken off. */
  end?: 'whole' | 'broken off';
}

function open(origin: string, operation: HttpOperation, headers: WayToLose['headers']): OpenRequest {
  const targets: Readonly<Record<string, string>> = { kbid: BOX, account: ACCOUNT, agent_id: AGENT };
  const path = operation.http.path.replaceAll(
    /\{(\w+)\*?\}/g,
    (_, name: string) => targets[name] ?? '0123456789abcdef0123456789abcdef',
  );
  const length = takesBytes(operation) ? { 'content-length': '1000' } : undefined;
  const sent = request(`${origin}${path}`, {
    agent,
    method: operation.http.method,
    headers: { ...headers, ...length },
  });
  const opened: OpenRequest = { operation, sent, text: '' };
  sent.on('error', () => (opened.end ??= 'broken off'));
  sent.on('response', (answer) => {
    opened.answer = answer;
    const paused = operation.http.reply === 'binary' && !operation.stream && answer.statusCode === 200;
    answer.on('error', () => (opened.end = 'broken off')).on('end', () => (opened.end ??= 'whole'));
    if (!paused)
      answer.on('data', (bytes: Buffer) => (opened.text += opened.text.length < 1e6 ? bytes.toString() : ''));
    else answer.once('readable', () => answer.read(1));
  });
  if (length) sent.write('some bytes');
  else sent.end();
  return opened;
}

async function until(isDone: () => boolean | Promise<boolean>, what: string, withinMs = WITHIN_MS): Promise<void> {
  for (const endMs = Date.now() + withinMs; !(await isDone()); await sleep(100))
    if (Date.now() > endMs) throw new Error(`${what}: not within ${withinMs} ms`);
}

interface Ended {
  readonly concerned: readonly OpenRequest[];
  readonly stopped: readonly string[];
  readonly counted: string;
}

/** Opens all of the operations that the caller may call, takes the right away, and waits for their ends. */
async function lose(way: WayToLose, operations: readonly HttpOperation[], hasBegun: boolean): Promise<Ended> {
  const scene: EndlessScene = { hasBegun, stopped: [], blob: { key: 'kb/large', sizeBytes: BLOB_BYTES } };
  const parts = { bus: new InProcessBus(), metrics: new Metrics(), logger: false, host: '127.0.0.1', port: 0 } as const;
  const gateway = GatewayModule.forRoot({ operations: served, environment: { BODY_TIMEOUT_S: '600' } });
  const modules = [accessServices(way.world), endlessServices(served, scene), gateway];
  const application = await Application.start(modules, parts);
  const figures = async () => (await parts.metrics.text()).body;
  const runningNow = async () => Number(/^lectern_requests_running (\d+)/m.exec(await figures())?.[1]);
  try {
    const all = operations.map((one) => open(application.origin ?? '', one, way.headers));
    const isRefused = ({ answer }: OpenRequest) => (answer?.statusCode ?? 0) >= 400;
    const hasStarted = (one: OpenRequest) => !hasBegun || !sendsPieces(one.operation) || one.answer !== undefined;
    await until(async () => {
      const refused = all.filter(isRefused).length;
      return all.every((one) => isRefused(one) || hasStarted(one)) && refused + (await runningNow()) === all.length;
    }, 'all are open or refused');
    const opened = all.filter((one) => !isRefused(one));
    const concerned = opened.filter(({ operation }) => way.concerns?.(operation) ?? true);
    const change = way.lose();
    if (change) application.get(ProcessBus).publish(accessChanged, change);
    const isOver = async () => (await runningNow()) === opened.length - concerned.length;
    await until(isOver, `${way.name}: all end`).catch(() => undefined);
    // Downloads: bytes on their way arrive.
    for (const { answer } of concerned) answer?.resume();
    await until(() => concerned.every(({ end }) => end !== undefined), 'their clients see it').catch(() => undefined);
    for (const { sent } of all) sent.destroy();
    return { concerned, stopped: scene.stopped, counted: await figures() };
  } finally {
    await application.close();
  }
}

const covered = new Set<string>();

const nameOf = ({ operation: { name, http } }: OpenRequest) => `${name} ${http.path}`;

describe.each(Object.entries(waysToLose))('when %s', (_, make) => {
  const way = () => make();

  it('whatever is not answered yet is refused as a new request is', async () => {
    const ended = await lose(way(), watched, false);
    for (const { operation } of ended.concerned) covered.add(operation.endpoint.door);
    const wrong = ended.concerned.filter(({ end, answer }) => end !== 'whole' || answer?.statusCode !== way().status);
    expect(wrong.map((one) => `${nameOf(one)}: ${one.end} ${one.answer?.statusCode}`)).toEqual([]);
    expect(ended.concerned.length).toBeGreaterThan(0);
  });

  it('whatever is being answered ends, and nobody can take it for the whole', async () => {
    const ended = await lose(way(), watched.filter(sendsPieces), true);
    const isClean = ({ end, text, operation: { http, document } }: OpenRequest) => {
      const hasForm = http.failure !== undefined || (!document && http.reply !== 'text' && http.reply !== 'binary');
      if (!hasForm) return end === 'broken off';
      const lines = text.split('\n').filter((line) => line !== '');
      return end === 'whole' && lines.length === 2 && lines[1] !== lines[0] && !/DONE/.test(text);
    };
    const wrong = ended.concerned.filter((one) => !isClean(one));
    expect(wrong.map((one) => `${nameOf(one)}: ${one.end} ${one.text.slice(-200)}`)).toEqual([]);
    for (const { operation } of ended.concerned) covered.add(operation.endpoint.door);
    const streams = ended.concerned.filter(({ operation }) => operation.stream);
    for (const { operation } of streams) expect(ended.stopped).toContain(operation.name);
    if (ended.concerned.length > 0) expect(ended.counted).toMatch(/^lectern_requests_ended_total\{reason="\w+"\} \d+/m);
  });
});

it('every operation that sends pieces, or takes them, was among them', () => {
  const wanted = watched.filter((one) => sendsPieces(one) || takesBytes(one)).map(({ endpoint }) => endpoint.door);
  expect([...new Set(wanted)].filter((name) => !covered.has(name))).toEqual([]);
  expect(covered.size).toBeGreaterThan(20);
});
