import { signPeerToken } from '@lectern/secrets';
import { ACCOUNT, BOX, TestGateway } from '../gateway.fixture';

const LIMIT = 5;
const ZONE_KEY = 'shared by the accounts host and a zone';

describe('wrong credentials', () => {
  let gateway: TestGateway;

  beforeEach(async () => {
    gateway = await TestGateway.start({
      WRONG_CREDENTIALS_PER_MINUTE_MAX: String(LIMIT),
      TRUSTED_PROXIES: '127.0.0.1',
      ZONE_KEYS: `east=${ZONE_KEY}`,
    });
  });
  afterEach(() => gateway.close());

  const ask = (as: string, address = '203.0.113.7') =>
    gateway.call('notes', { as, headers: { 'x-forwarded-for': address } });
  const statusOf = async (as: string, address?: string) => (await ask(as, address)).status;
  const newKey = (token: string) => {
    const key = { kind: 'sa', id: token, account: ACCOUNT, kb: BOX, role: 'SMEMBER', key: token } as const;
    gateway.world.keys[token] = key;
  };

  it('reach the services once in a while, from however many senders', async () => {
    for (const address of ['203.0.113.7', '203.0.113.7', '198.51.100.1'])
      expect(await statusOf('x', address)).toBe(401);
    expect(gateway.world.asked).toEqual(['x']);
  });

  it('do not keep a token from working that was just created', async () => {
    expect(await statusOf('other')).toBe(401);
    newKey('new');
    expect(await statusOf('new')).toBe(200);
  });

  it('may be right as soon as the services say that something changed', async () => {
    expect(await statusOf('late')).toBe(401);
    newKey('late');
    await gateway.tellAccessChanged({ key: 'late' });
    expect(await statusOf('late')).toBe(200);
  });

  it('are answered 429 when an address tries many, also at the same time, and reach the services no more', async () => {
    const guesses = Array.from({ length: 40 }, (_, i) => `guess-${i}`);
    const answers = await Promise.all(guesses.map((guess) => ask(guess)));
    const limited = answers.filter(({ status }) => status === 429);
    expect([answers.filter(({ status }) => status === 401).length, limited.length]).toEqual([LIMIT, 40 - LIMIT]);
    expect(gateway.world.asked).toHaveLength(LIMIT);
    const wait = Number(limited[0]?.headers.get('retry-after'));
    expect([wait > 0, wait <= 60]).toEqual([true, true]);
    expect(await limited[0]?.json()).toEqual({
      detail: { message: expect.stringContaining(`Retry after ${wait} s`), try_after: expect.any(Number) },
    });
  });

  it('shut out neither those who are known, nor other addresses, nor those who send none', async () => {
    expect(await statusOf('reader')).toBe(200);
    await gateway.tellAccessChanged({ key: 'k1' });
    for (let i = 0; i < LIMIT; i += 1) expect(await statusOf(`guess-${i}`)).toBe(401);
    expect([await statusOf('reader'), await statusOf('writer'), await statusOf('')]).toEqual([200, 429, 401]);
    expect(await statusOf('writer', '198.51.100.1')).toBe(200);
  });

  it('do not shut out other hosts, whose tokens are new with every call', async () => {
    for (let i = 0; i < LIMIT; i += 1) await ask(`guess-${i}`);
    const authorization = `Bearer ${await signPeerToken({ from: 'zone:east', to: 'accounts', key: ZONE_KEY })}`;
    const headers = { authorization, 'x-forwarded-for': '203.0.113.7' };
    const answer = await gateway.call('/api/authorizer/info', { as: '', headers });
    expect([answer.status, await answer.json()]).toMatchObject([200, { user: { user_id: 'zone:east' } }]);
  });

  it('are counted', async () => {
    for (let i = 0; i < LIMIT; i += 1) await ask(`guess-${i}`);
    await ask('guess-0');
    await ask('another');
    const metrics = await (await gateway.call('/metrics', { as: '' })).text();
    for (const [reason, count] of [
      ['unknown', LIMIT],
      ['cached', 1],
      ['limited', 1],
    ])
      expect(metrics).toContain(`lectern_credential_refusals_total{reason="${reason}"} ${count}`);
  });
});
