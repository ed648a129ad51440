import { ProcessBus } from '@lectern/bus';
import type { IncomingMessage } from 'node:http';
import { BOX, findNotes, greetUser, TestGateway } from '../gateway.fixture';
import { RequestRates } from '../rate/request-rates';
import { Authorizer, type Guarded } from './authorizer';

const PATH = `/api/v1/kb/${BOX}/notes`;
const ADMISSIONS = 10_000;
const REQUESTS = 50;
/** What the gateway knows of a caller or a box it asks again after this time at the earliest. */
const KNOWN_MS = 4_000;
/** The credential and the box. */
const OF_A_CALLER = 2;

describe('A request whose caller is known', () => {
  let gateway: TestGateway;
  /** Names of the operations that were called. */
  const called: string[] = [];

  beforeAll(async () => {
    gateway = await TestGateway.start();
    const bus = gateway.get(ProcessBus as never) as ProcessBus;
    const request = bus.request.bind(bus);
    const noted: ProcessBus['request'] = (operation, ...rest) => {
      called.push(operation.name);
      return request(operation, ...rest);
    };
    Object.assign(bus, { request: noted });
  });
  beforeEach(() => {
    called.length = 0;
  });
  afterAll(() => gateway.close());

  /** @returns checks that no more was asked again than what had become too old since, on a slow machine */
  const counted = () => {
    const startedMs = performance.now();
    return (count: number) => {
      const lifetimes = Math.floor((performance.now() - startedMs) / KNOWN_MS);
      expect(count).toBeLessThanOrEqual(lifetimes * OF_A_CALLER);
    };
  };

  // The gateway has no database: whatever it needs of one, it asks a service for.
  it.each([
    ['a key of a knowledge box', 'notes', 'reader', findNotes.name],
    ['the token of a person, on a knowledge box', 'notes', 'user', findNotes.name],
    ['the token of a person, on itself', '/api/v1/greeting', 'user', greetUser.name],
  ])('by %s asks no service but for its answer, so that no database is asked who it is', async (_, path, as, name) => {
    const askedAgain = counted();
    expect((await gateway.call(path, { as })).status).toBe(200);
    const first = called.length;
    called.length = 0;
    for (let time = 0; time < REQUESTS; time += 1) expect((await gateway.call(path, { as })).status).toBe(200);
    expect(first).toBeGreaterThanOrEqual(1);
    expect(called.filter((one) => one === name)).toHaveLength(REQUESTS);
    askedAgain(called.length - REQUESTS);
  });

  it.each([
    ['key', 'reader', { 'x-svc-serviceaccount': 'Bearer reader' }],
    ['person', 'user', { authorization: 'Bearer user' }],
  ] as const)('by %s is let in at a cost that this prints (docs/benchmarks.md)', async (name, as, headers) => {
    const askedAgain = counted();
    await gateway.call('notes', { as });
    called.length = 0;
    const rawHeaders = ['host', 'zone.example', 'accept', '*/*', ...Object.entries(headers).flat()];
    // The members of a request that decide about it.
    const request = { method: 'GET', rawHeaders, headers, socket: { remoteAddress: '127.0.0.1' } };
    const visit = { request: request as unknown as IncomingMessage, params: { kbid: BOX }, query: {}, path: PATH };
    const [authorizer, rates] = [gateway.get(Authorizer), gateway.get(RequestRates)];
    const before = process.cpuUsage();
    for (let time = 0; time < ADMISSIONS; time += 1) {
      const { principal } = await authorizer.admit(findNotes as unknown as Guarded, visit); // it has a route
      rates.admit({ principal, operation: findNotes.name, network: '127.0.0.1' });
      if (principal.kb !== BOX) throw new Error('Another box');
    }
    const { user, system } = process.cpuUsage(before);
    console.log(`An admission by ${name} takes ${((user + system) / ADMISSIONS).toFixed(1)} µs of CPU time`);
    askedAgain(called.length);
  });
});
