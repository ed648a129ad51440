import { ProcessBus } from '@lectern/bus';
import { findNotes, greetUser, TestGateway } from '../gateway.fixture';

const REQUESTS = 50;

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

  // The gateway has no database: whatever it needs of one, it asks a service for.
  it.each([
    ['a key of a knowledge box', 'notes', 'reader', findNotes.name],
    ['the token of a person, on a knowledge box', 'notes', 'user', findNotes.name],
    ['the token of a person, on itself', '/api/v1/greeting', 'user', greetUser.name],
  ])('by %s asks no service but for its answer, so that no database is asked who it is', async (_, path, as, name) => {
    expect((await gateway.call(path, { as })).status).toBe(200);
    const first = called.length;
    called.length = 0;
    for (let time = 0; time < REQUESTS; time += 1) expect((await gateway.call(path, { as })).status).toBe(200);
    expect(first).toBeGreaterThanOrEqual(1);
    expect(called).toEqual(Array.from({ length: REQUESTS }, () => name));
  });
});
