import {
  type BlockingStatus,
  createAccount,
  createPersonalToken,
  createScimGroup,
  createScimToken,
  createScimUser,
  deletePersonalToken,
  deleteScimUser,
  getAccount,
  listKnowledgeBoxIndex,
  listZones,
  patchScimGroup,
  purgeAccount,
  setAccountBlocking,
  setOwnPassword,
  updateAccountMembers,
} from '@lectern/contracts/accounts';
import {
  createAccountKnowledgeBox,
  listAccountKnowledgeBoxes,
  listKnowledgeBoxUsers,
  updateKnowledgeBoxUsers,
} from '@lectern/contracts/knowledge-box';
import { describeUnless, freePort } from '@lectern/testing';
import { rm } from 'node:fs/promises';
import { chromiumMissing } from '../harness/chromium';
import { Client, KnowledgeBoxClient, until } from '../harness/client';
import { apiKey, asCaller, bearer } from '../harness/credentials';
import type { Deployment } from '../harness/deployment';
import { Distributed } from '../harness/distributed';
import { PASSWORD } from '../harness/oauth-client';
import { AppProcess } from '../harness/process';
import { Standalone, temporaryFolder } from '../harness/standalone';
import { newUserOf, type User } from '../harness/users';
import { walkThroughZones } from '../harness/zone-console';

const EAST_KEY = 'the key of the eastern zone 0123456789';
const WEST_KEY = 'the key of the western zone 0123456789';
/** A little more than a zone caches answers. */
const BELIEVED_MS_MAX = 25_000;

/** What is taken away acts within this time in every zone: nobody tells zones elsewhere. */
const TAKEN_MS_MAX = 6_000;
/** Tasks for a zone that was away are tried again. */
const DONE_LATER_MS_MAX = 90_000;

/** Three deployments, two of them of many processes. */
const START_MS_MAX = 240_000;
const MINUTE_MS = 60_000;
/** A browser through three hosts. */
const JOURNEY_MS_MAX = 120_000;

/** Notifications would end by themselves after two minutes. */
const STREAMS_END_MS_MAX = 30_000;

const asked = [
  ['accounts.credential.verify', 'accounts'],
  ['accounts.scim-token.verify', 'accounts'],
  ['accounts.access-change.list', 'accounts'],
  ['accounts.account.resolve', 'accounts'],
  ['accounts.session.open', 'accounts'],
  ['accounts.session.end', 'accounts'],
  ['accounts.user.resolve', 'accounts'],
  ['accounts.user.names', 'accounts'],
  ['accounts.zone.announce', 'accounts'],
  ['kb.knowledge-box.index', 'zone'],
] as const;

/** Settings that connect a zone to an accounts host. */
function zoneOf(origin: string, slug: string, key: string): Record<string, string> {
  return { GATEWAY_HOSTS: 'zone', ACCOUNTS_URL: origin, ZONE_SLUG: slug, ZONE_TITLE: slug, ZONE_KEY: key };
}

describeUnless(Distributed.missing(), 'two zones and an accounts host', () => {
  let accounts: Distributed;
  let east: Standalone;
  let west: Distributed;
  let eastFolder: string;
  let root: Client;
  let account: string;
  let inEast: KnowledgeBoxClient;
  let inWest: KnowledgeBoxClient;

  const startEast = (more: Readonly<Record<string, string>> = {}) =>
    Standalone.start({ dataDir: eastFolder, env: { ...zoneOf(accounts.origin, 'east', EAST_KEY), ...more } });
  const enter = ({ origin }: Deployment, token = accounts.token) => new Client(origin, bearer(token));
  const statusIn = async (zone: Deployment, token: string) =>
    (await enter(zone, token).send('GET', `/account/${account}/kbs`)).status;
  const createIn = async (zone: Deployment, title: string) => {
    const client = enter(zone);
    const body = { slug: title.toLowerCase(), title };
    const { id } = await client.api.call(createAccountKnowledgeBox, { params: { account }, body });
    return new KnowledgeBoxClient(client, id, account);
  };
  const addresses = async () => {
    const { zones } = await root.api.call(listZones);
    return zones.map(({ slug, origin }) => [slug, origin] as const);
  };
  const everywhere = async () => {
    const { boxes } = await root.api.call(listKnowledgeBoxIndex, { params: { account } });
    return boxes.map(({ kb_id }) => kb_id).sort();
  };

  beforeAll(async () => {
    eastFolder = await temporaryFolder();
    const zoneKeys = `east=${EAST_KEY},west=${WEST_KEY}`;
    const env = { GATEWAY_HOSTS: 'accounts', ZONE_KEYS: zoneKeys, EGRESS_ALLOW: '127.0.0.1' };
    accounts = await Distributed.start({ only: ['accounts', 'gateway'], env });
    const services = ['knowledge-box', 'understanding', 'search', 'gateway'] as const;
    [east, west] = await Promise.all([
      startEast(),
      Distributed.start({ only: services, env: zoneOf(accounts.origin, 'west', WEST_KEY) }),
    ]);
    root = enter(accounts);
    account = await root.accountId();
    [inEast, inWest] = await Promise.all([createIn(east, 'East'), createIn(west, 'West')]);
  }, START_MS_MAX);
  afterAll(async () => {
    await Promise.all([accounts?.stop(), east?.stop(), west?.stop()]);
    await rm(eastFolder, { recursive: true, force: true });
  });

  it('are listed to clients with their addresses', async () => {
    expect(await addresses()).toEqual([
      ['east', east.origin],
      ['west', west.origin],
    ]);
  });

  it('take the users of the accounts host, and show the knowledge boxes of their own', async () => {
    const listed = async (zone: Deployment) => {
      const { boxes } = await enter(zone).api.call(listAccountKnowledgeBoxes, { params: { account } });
      return boxes.map(({ id, zone: slug }) => [id, slug]);
    };
    expect(await listed(east)).toEqual([[inEast.id, 'east']]);
    expect(await listed(west)).toEqual([[inWest.id, 'west']]);
    expect((await enter(east).send('GET', inWest.path)).status).toBe(404);
    const { users } = await inWest.api(listKnowledgeBoxUsers, { query: { include_user_detail: true } });
    expect(users).toEqual([expect.objectContaining({ email: 'root@localhost' })]);
  });

  it('are all looked at for the knowledge boxes of an account', async () => {
    expect(await everywhere()).toEqual([inEast.id, inWest.id].sort());
    expect(await root.api.call(getAccount, { params: { account } })).toMatchObject({ current_kbs: 2 });
  });

  it('find what they hold', async () => {
    for (const [kb, word] of [
      [inEast, 'sunrise'],
      [inWest, 'sunset'],
    ] as const) {
      await kb.createResource({ title: word, texts: { a: { body: `A ${word} is red.` } } }, { wait: 'searchable' });
      expect(await kb.foundTexts({ query: word, features: ['keyword'] })).toContain(`A ${word} is red.`);
    }
  });

  (chromiumMissing() === undefined ? it : it.skip)(
    'have a console each, whose people sign in at the accounts host, once for all zones',
    async () => {
      const person = await newUserOf(accounts);
      const asPerson = new Client(accounts.origin, person.credential);
      await asPerson.api.call(setOwnPassword, { body: { password: PASSWORD } });
      const body = { add: [{ id: person.id, role: 'AOWNER' as const }] };
      await root.api.call(updateAccountMembers, { params: { account }, body });
      // Owners of an account read no content without a role on a box.
      for (const kb of [inEast, inWest])
        await kb.api(updateKnowledgeBoxUsers, { body: { add: [{ id: person.id, role: 'SMEMBER' }] } });
      const [first, second] = [
        { deployment: east, kbid: inEast.id },
        { deployment: west, kbid: inWest.id },
      ];
      await walkThroughZones({ accounts, first, second, person });
    },
    JOURNEY_MS_MAX,
  );

  it('do not take the keys of each other', async () => {
    const key = apiKey(await inEast.key('SMEMBER'));
    expect((await asCaller(inEast, key).client.send('GET', inEast.path)).status).toBe(200);
    expect((await new Client(west.origin, key).send('GET', inWest.path)).status).toBe(401);
  });

  it('refuse a token that was deleted', async () => {
    const body = { description: 'for a while' };
    const { id, token } = await root.api.call(createPersonalToken, { body });
    for (const zone of [east, west]) expect(await statusIn(zone, token)).toBe(200);
    await root.api.call(deletePersonalToken, { params: { token_id: id } });
    for (const zone of [east, west]) {
      const isRefused = async () => (await statusIn(zone, token)) === 401 || undefined;
      await until(isRefused, 'the token is refused', BELIEVED_MS_MAX);
    }
  });

  it(
    'end streams of a token that is deleted on the accounts host',
    async () => {
      const body = { description: 'for a while' };
      const { id, token } = await root.api.call(createPersonalToken, { body });
      const follow = (zone: Deployment, { path }: KnowledgeBoxClient) =>
        fetch(`${zone.origin}/api/v1${path}/notifications`, { headers: { ...bearer(token) } });
      const answers = await Promise.all([follow(east, inEast), follow(west, inWest)]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
      const texts = Promise.all(answers.map((answer) => answer.text()));
      await root.api.call(deletePersonalToken, { params: { token_id: id } });
      for (const text of await texts) expect(text.trimEnd().split('\n').at(-1)).toContain('"type":"error"');
    },
    STREAMS_END_MS_MAX,
  );

  describe('with people and groups of an identity provider', () => {
    let idp: Client;
    let person: User;

    beforeAll(async () => {
      const body = { description: 'Okta' };
      const { token } = await root.api.call(createScimToken, { params: { account }, body });
      idp = new Client(accounts.origin, bearer(token));
      person = await newUserOf(accounts);
      await idp.api.call(createScimUser, { params: { account }, body: { userName: person.email } });
      for (const kb of [inEast, inWest])
        await kb.api(updateKnowledgeBoxUsers, { body: { add: [{ id: person.id, role: 'SMEMBER' }] } });
    });

    const rolesOf = async (kb: KnowledgeBoxClient) => {
      const { users } = await kb.api(listKnowledgeBoxUsers);
      return users.filter(({ id }) => id === person.id).length;
    };

    it('let people see what their groups may see', async () => {
      const { id } = await idp.api.call(createScimGroup, { params: { account }, body: { displayName: 'cooks' } });
      await inEast.createResource({ slug: 'recipe', security: { access_groups: ['cooks'] } });
      const client = new Client(east.origin, person.credential);
      const becomes = (status: number) =>
        until(
          async () => (await client.send('GET', `${inEast.path}/slug/recipe`)).status === status || undefined,
          `the recipe answers ${status}`,
          TAKEN_MS_MAX,
        );
      const change = (op: string) => {
        const Operations = [{ op, path: 'members', value: [{ value: person.id }] }];
        return idp.api.call(patchScimGroup, { params: { account, id }, body: { Operations } });
      };
      await becomes(404);
      await change('Add');
      await becomes(200);
      await change('Remove');
      await becomes(404);
      expect((await new Client(east.origin, idp.credential).send('GET', inEast.path)).status).toBe(403);
    });

    it(
      'take away roles of people, and boxes of accounts, once they are back',
      async () => {
        const { id: other } = await root.api.call(createAccount, { body: { title: 'Closed' } });
        const params = { account: other };
        const body = { slug: 'closed', title: 'Closed' };
        const created = () => enter(east).api.call(createAccountKnowledgeBox, { params, body });
        const { id } = await until(() => created().catch(() => undefined), 'the account is known in the zone');
        const closed = new KnowledgeBoxClient(enter(east), id, other);
        expect(await Promise.all([inEast, inWest].map(rolesOf))).toEqual([1, 1]);
        await east.stop();
        await idp.api.call(deleteScimUser, { params: { account, id: person.id } });
        await root.api.call(purgeAccount, { params });
        await until(async () => (await rolesOf(inWest)) === 0 || undefined, 'the zone that is there takes the role');
        east = await startEast({ HTTP_PORT: new URL(inEast.client.origin).port });
        // At once, whether or not the zone has been asked to take the role.
        expect((await new Client(east.origin, person.credential).send('GET', inEast.path)).status).toBe(403);
        await until(async () => (await rolesOf(inEast)) === 0 || undefined, 'the other follows', DONE_LATER_MS_MAX);
        const status = async () => (await closed.client.send('GET', `${closed.path}/counters`)).status;
        await until(async () => (await status()) === 404 || undefined, 'the box is gone', DONE_LATER_MS_MAX);
      },
      2 * DONE_LATER_MS_MAX,
    );
  });

  it('refuse what an account is blocked for on the accounts host', async () => {
    const status = async ({ path }: KnowledgeBoxClient, zone: Deployment) =>
      (await enter(zone).send('GET', `${path}/trainset`)).status;
    expect([await status(inEast, east), await status(inWest, west)]).toEqual([200, 200]);
    const body: BlockingStatus = { blocking_state: 'manager', blocked_features: ['training'] };
    await root.api.call(setAccountBlocking, { params: { account }, body });
    const isRefused = async () =>
      ((await status(inEast, east)) === 402 && (await status(inWest, west)) === 402) || undefined;
    await until(isRefused, 'both zones refuse', BELIEVED_MS_MAX);
  });

  it.each(asked)('let no user ask what hosts ask each other: %s', async (name, host) => {
    const { origin } = host === 'zone' ? east : accounts;
    const ask = async (credential: Readonly<Record<string, string>>) =>
      (await new Client(origin, credential).send('POST', `/peer/${name}`, { body: {} })).status;
    expect([await ask({}), await ask(bearer(accounts.token)), await ask(bearer('x.y.z'))]).toEqual([401, 403, 401]);
  });

  it('go on without the accounts host, for keys of theirs and for users they just saw', async () => {
    const key = apiKey(await inEast.key('SMEMBER'));
    expect(await statusIn(east, accounts.token)).toBe(200);
    const gateway = accounts.app('gateway');
    gateway.kill();
    await gateway.ended(5_000);
    expect((await new Client(east.origin, key).send('GET', inEast.path)).status).toBe(200);
    expect((await enter(east).send('GET', inEast.path)).status).toBe(200);
    expect(await statusIn(east, 'a-token-that-was-never-seen-before-0123456789')).toBe(503);
    await east.stop();
    east = await startEast({ HTTP_PORT: String(await freePort()) });
    expect((await new Client(east.origin, key).send('GET', inEast.path)).status).toBe(200);
    // The zone remembers that the account is blocked.
    expect((await new Client(east.origin, key).send('GET', `${inEast.path}/trainset`)).status).toBe(402);
    await accounts.startService('gateway');
    await accounts.untilReady();
    const isKnown = async () => (await statusIn(east, accounts.token)) === 200 || undefined;
    await until(isKnown, 'users enter again', BELIEVED_MS_MAX);
    const isListed = async () => new Map(await addresses()).get('east') === east.origin || undefined;
    await until(isListed, 'its new address is listed', BELIEVED_MS_MAX);
  });

  // Waits for a minute: `ZONE_MINUTE=1`.
  (process.env['ZONE_MINUTE'] === '1' ? it : it.skip)(
    'grant nothing that was taken away a minute ago, while the accounts host is down',
    async () => {
      const { id, token } = await root.api.call(createPersonalToken, { body: { description: 'deleted unheard' } });
      const key = apiKey(await inEast.as(enter(east)).key('SMEMBER'));
      const gateway = accounts.app('gateway');
      expect(await statusIn(east, token)).toBe(200);
      await root.api.call(deletePersonalToken, { params: { token_id: id } });
      const deletedMs = Date.now();
      gateway.kill();
      await gateway.ended(5_000);
      // The zone did not hear of it.
      expect(await statusIn(east, token)).toBe(200);
      const isRefused = async () => (await statusIn(east, token)) !== 200 || undefined;
      await until(isRefused, 'the deleted token is granted no more', MINUTE_MS + BELIEVED_MS_MAX);
      expect(Date.now() - deletedMs).toBeLessThan(MINUTE_MS + 1_000);
      expect(await statusIn(east, token)).toBe(503);
      expect((await new Client(east.origin, key).send('GET', inEast.path)).status).toBe(200);
      await accounts.startService('gateway');
      await accounts.untilReady();
      await until(async () => (await statusIn(east, token)) === 401 || undefined, 'it is refused for good');
    },
    3 * MINUTE_MS,
  );

  it('do not need each other', async () => {
    await west.stop();
    expect(await everywhere()).toEqual([inEast.id]);
    expect(await root.api.call(getAccount, { params: { account } })).toMatchObject({ current_kbs: 1 });
    const found = await inEast.as(enter(east)).foundTexts({ query: 'sunrise', features: ['keyword'] });
    expect(found).toContain('A sunrise is red.');
  });

  it.each([
    ['with a wrong key', () => zoneOf(accounts.origin, 'west', EAST_KEY), 'ZONE_KEYS'],
    ['that the accounts host does not know', () => zoneOf(accounts.origin, 'north', EAST_KEY), 'ZONE_KEYS'],
    ['whose accounts host is another server', () => zoneOf(east.origin, 'west', WEST_KEY), 'is no accounts host'],
    ['without a key', () => zoneOf(accounts.origin, 'west', ''), 'ACCOUNTS_URL and ZONE_KEY belong together'],
  ])('a zone %s does not start, and says why in one line', async (_, env, text) => {
    const folder = await temporaryFolder();
    const port = String(await freePort());
    const zone = AppProcess.start('standalone', { ...env(), HTTP_PORT: port, DATA_DIR: folder });
    expect(await zone.ended(30_000)).toBe(78);
    const said = zone.printed.split('\n').filter((line) => line !== '' && !line.startsWith('{'));
    expect(said).toEqual(['The configuration is not usable:', expect.stringContaining(text)]);
    await rm(folder, { recursive: true, force: true });
  });
});
