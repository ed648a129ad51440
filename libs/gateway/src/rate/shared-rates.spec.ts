import { ProcessBus } from '@lectern/bus';
import { setTimeout as sleep } from 'node:timers/promises';
import { TestGateway } from '../gateway.fixture';

const LIMIT = 60;
const REPORTED_WITHIN_MS = 600;

/** What one publishes, the other hears. */
function connect(one: TestGateway, other: TestGateway): void {
  const [first, second] = [one.get(ProcessBus as never) as ProcessBus, other.get(ProcessBus as never) as ProcessBus];
  const [publishFirst, publishSecond] = [first.publish.bind(first), second.publish.bind(second)];
  const both: ProcessBus['publish'] = (...message) => {
    publishFirst(...message);
    publishSecond(...message);
  };
  Object.assign(first, { publish: both });
  Object.assign(second, { publish: both });
}

describe('request rates of two gateways', () => {
  let gateways: readonly [TestGateway, TestGateway];

  beforeAll(async () => {
    const settings = { REQUESTS_OF_KEY_PER_MINUTE_MAX: String(LIMIT) };
    gateways = [await TestGateway.start(settings), await TestGateway.start(settings)];
    connect(...gateways);
  });
  afterAll(() => Promise.all(gateways.map((gateway) => gateway.close())));

  it('are one: a credential that used them up at one is refused at the other, with the time to wait', async () => {
    const [one, other] = gateways;
    const statuses: number[] = [];
    for (let time = 0; time < LIMIT; time += 10) {
      const answers = await Promise.all(Array.from({ length: 10 }, () => one.call('notes', { as: 'reader' })));
      statuses.push(...answers.map(({ status }) => status));
    }
    expect(statuses.every((status) => status === 200)).toBe(true);
    await sleep(REPORTED_WITHIN_MS);
    const refused = await other.call('notes', { as: 'reader' });
    const wait = Number(refused.headers.get('retry-after'));
    expect([refused.status, wait > 0, wait <= 120]).toEqual([429, true, true]);
    expect(await refused.json()).toEqual({
      detail: { message: expect.stringContaining(`at most ${LIMIT} per minute`), try_after: expect.any(Number) },
    });
    expect((await other.call('notes', { as: 'writer' })).status).toBe(200);
  });
});
