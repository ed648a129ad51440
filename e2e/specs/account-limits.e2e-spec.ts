import { createAccount, getAccount, manageAccount } from '@lectern/contracts/accounts';
import { getLimitsStatus, getRequestRates, getResource, type KnowledgeBoxMode } from '@lectern/contracts/knowledge-box';
import { type KnowledgeBoxClient, until } from '../harness/client';
import { asCaller, issueNuaKey, nuaKey } from '../harness/credentials';
import { inStandalone } from '../harness/in-standalone';
import { caller, type Mode, server } from '../harness/modes';
import { newUser } from '../harness/users';

const SEARCHES = 'monthly_limit_hosted_searches_performed';
const CHARS = 'monthly_limit_chars_processed';
/** In every process, as for blocks. */
const HELD_WITHIN_MS = 6_000;

type Limits = Readonly<Record<string, number | null>>;

const detailOf = ({ body }: { readonly body: unknown }) => (body as { readonly detail: unknown }).detail;

function limit(mode: Mode, account: string, limits: Limits | null): Promise<unknown> {
  return server(mode).api.call(manageAccount, { params: { account }, body: { limits } });
}

inStandalone('an account with limits, %s', (mode) => {
  let kb: KnowledgeBoxClient;
  beforeEach(async () => {
    const { id: user, credential } = await newUser(mode);
    const owner = caller(mode, credential);
    const { id } = await owner.api.call(createAccount, { body: { title: `Limited ${user}` } });
    kb = await until(() => owner.createKnowledgeBox({}, id).catch(() => undefined), 'the owner may use the account');
  });

  const find = () => kb.client.send('GET', `${kb.path}/find?query=ibex`);
  const status = async (name: string) => {
    const { limits } = await kb.client.api.call(getLimitsStatus, { params: { account: kb.account } });
    return limits.find((one) => one.name === name);
  };

  it('searches as often as it may in a month, and reads when it may again', async () => {
    expect((await find()).status).toBe(200);
    await until(async () => ((await status(SEARCHES))?.used === 1 ? true : undefined), 'the search is counted', 15_000);
    await limit(mode, kb.account, { [SEARCHES]: 2 });
    const refused = await until(
      async () => {
        const answer = await find();
        return answer.status === 402 ? answer : undefined;
      },
      'the limit holds',
      HELD_WITHIN_MS,
    );
    expect(detailOf(refused)).toMatch(
      /^The account has used \d+ of 2 searches of this month \(monthly_limit_hosted_searches_performed\); the count starts again on \d{4}-\d\d-01 \(UTC\)$/,
    );
    expect(await status(SEARCHES)).toMatchObject({
      limit: 2,
      resets_at: expect.stringMatching(/-01T00:00:00\+00:00$/),
    });
    const { limits } = await kb.api(getAccount, {});
    expect(limits.usage[SEARCHES]).toBe(2);
    await limit(mode, kb.account, { [SEARCHES]: null });
    await until(async () => ((await find()).status === 200 ? true : undefined), 'it is lifted', HELD_WITHIN_MS);
  });

  it('never has more boxes and agents than its limits, also when several are created at once', async () => {
    const { account } = kb;
    await limit(mode, account, { max_kbs: 2, max_agents: 1, max_memories: 0 });
    const create = (n: number, how: KnowledgeBoxMode) =>
      kb.client.send('POST', `/account/${account}/kbs`, { body: { slug: `b${n}`, title: 'B', mode: how } });
    await until(async () => ((await create(0, 'agent')).status === 402 ? true : undefined), 'the limit holds', 6_000);
    const boxes = await Promise.all([1, 2, 3, 4].map((n) => create(n, 'kb')));
    expect(boxes.map((one) => one.status).sort()).toEqual([201, 402, 402, 402]);
    const agents = await Promise.all([5, 6, 7].map((n) => create(n, 'agent_no_memory')));
    expect(agents.map((one) => one.status).sort()).toEqual([201, 402, 402]);
    const refused = boxes.find((one) => one.status === 402);
    expect(refused && detailOf(refused)).toBe(
      'The account may have 2 knowledge boxes (max_kbs); delete one, or get a higher limit',
    );
  });

  it('stores no more resources in a box than its limit, and no file larger than it may upload', async () => {
    await kb.createResource({ title: 'One' });
    await limit(mode, kb.account, {
      storage_limit_max_resources_per_kb: 2,
      upload_limit_max_non_media_file_size: 10,
    });
    const create = () => kb.client.send('POST', `${kb.path}/resources`, { body: { title: 'Another' } });
    const upload = (type: string) =>
      kb.client.send('POST', `${kb.path}/upload`, {
        raw: Buffer.from('more than ten bytes'),
        headers: { 'content-type': type, 'x-filename': 'a.bin' },
      });
    const refused = await until(
      async () => {
        const answer = await upload('text/plain');
        return answer.status === 413 ? answer : undefined;
      },
      'the limit holds',
      HELD_WITHIN_MS,
    );
    expect(detailOf(refused)).toContain('(upload_limit_max_non_media_file_size), not 19');
    const answers = await Promise.all(Array.from({ length: 4 }, create));
    expect(answers.filter((one) => one.status === 201).length).toBeLessThanOrEqual(1);
    expect(detailOf(await create())).toContain('(storage_limit_max_resources_per_kb)');
  });

  it('processes as much as it may in a month, and the rest when the limit is raised', async () => {
    await limit(mode, kb.account, { [CHARS]: 10 });
    await until(async () => ((await status(CHARS))?.limit === 10 ? true : undefined), 'the limit is known', 6_000);
    await new Promise((resolve) => setTimeout(resolve, 5_000));
    const texts = { body: { body: 'The ibex climbs steep rocks in winter.' } };
    const rid = await kb.createResource({ title: 'Ibex', texts });
    const query = { show: ['basic', 'errors'] };
    const read = () => kb.api(getResource, { params: { rid }, query: query as never });
    const waiting = await until(async () => {
      const found = await read();
      return found.metadata?.status === 'BLOCKED' ? found : undefined;
    }, 'the resource waits');
    expect(JSON.stringify(waiting)).toContain(CHARS);
    expect(await status(CHARS)).toMatchObject({ used: 10 });
    await limit(mode, kb.account, { [CHARS]: 1_000 });
    await until(
      async () => ((await read()).metadata?.status === 'PROCESSED' ? true : undefined),
      'it is processed',
      100_000,
    );
  }, 150_000);

  it('limits what NUA keys may use', async () => {
    const key = nuaKey((await issueNuaKey(kb)).token);
    await limit(mode, kb.account, { monthly_limit_self_hosted_searches_performed: 0 });
    const sentence = () => asCaller(kb, key).client.send('GET', '/predict/sentence?text=ibex');
    await until(async () => ((await sentence()).status === 402 ? true : undefined), 'the limit holds', HELD_WITHIN_MS);
  });

  it('has rates of requests, which it can see', async () => {
    const { rates } = await kb.client.api.call(getRequestRates, { params: { account: kb.account } });
    expect(rates.map(({ name }) => name)).toEqual(['key', 'account']);
    for (const { limit: most, used } of rates) expect([used >= 1, used < most]).toEqual([true, true]);
  });

  it.each([[{ max_kbs: -1 }], [{ max_kbs: 1.5 }], [{ max_searches: 3 }], [{ [SEARCHES]: 1e16 }], [{ max_kbs: 'x' }]])(
    'takes no limit %j',
    async (limits) => {
      const path = `/api/manage/@account/${kb.account}`;
      const answer = await server(mode).send('PATCH', path, { body: { limits } });
      expect([answer.status, detailOf(answer)]).toEqual([422, expect.any(Array)]);
    },
  );
});
