import {
  announceZone,
  createAccount,
  getAccount,
  getAccountLogo,
  getAccountPermissions,
  getAccountSlugStatus,
  getUserProfile,
  listAccountTypes,
  manageAccount,
  modifyAccount,
  putAccountLogo,
} from '@lectern/contracts/accounts';
import { type Principal, systemPrincipal } from '@lectern/contracts/core';
import { AccountsHost, refusalOf } from '../accounts-host.fixture';

const PNG = Buffer.from('89504e470d0a1a0a', 'hex').toString('base64');

describe('accounts that users create', () => {
  let host: AccountsHost;
  let user: Principal;

  beforeAll(async () => {
    const ACCOUNT_LIMITS = 'stash-trial.max_trial_days=14,stash-trial.max_kbs=5,*.max_agents=2';
    host = await AccountsHost.start({ ACCOUNT_LIMITS, ACCOUNTS_PER_USER_MAX: '2' });
    const zone = { slug: 'local', title: 'Local', origin: 'http://localhost' };
    await host.bus.request(announceZone, { body: zone }, { principal: systemPrincipal });
  });
  afterAll(() => host.close());
  beforeEach(async () => {
    user = { ...(await host.createUser()), roles: ['AOWNER', 'AMEMBER'] };
  });

  const create = (body: object, principal = user) => {
    const whole = { title: 'Acme', workflow: 'classic', eula_accepted: false, ...body } as const;
    return host.bus.request(createAccount, { body: whole }, { principal });
  };
  const record = (account: string) => host.bus.request(getAccount, { params: { account } }, { principal: user });
  const modify = (account: string, body: object) =>
    refusalOf(host.bus.request(modifyAccount, { params: { account }, body }, { principal: user }));

  it('belong to them, with the limits and the trial of their type', async () => {
    const slug = `acme-${user.id}`;
    const { id } = await create({ slug, description: 'Fish', email: 'Office@Example.org', zone: 'local' });
    const { creation_date, trial_expiration_date, ...found } = await record(slug);
    expect(found).toMatchObject({
      ...{ id, slug, title: 'Acme', description: 'Fish', email: 'office@example.org', zone: 'local' },
      ...{ type: 'stash-trial', can_manage_account: true, current_users: 1, max_users: null },
      ...{ max_kbs: 5, max_agents: 2, max_memories: -1, max_arags: -1, workflow: 'classic' },
    });
    const days = (Date.parse(`${trial_expiration_date}Z`) - Date.parse(`${creation_date}Z`)) / 86_400_000;
    expect(days).toBe(14);
  });

  it('get a slug of their title, and a number where that is taken, however many come at once', async () => {
    const title = `Fisch & Söhne ${user.id.slice(0, 8)}`;
    const others = await Promise.all(Array.from({ length: 5 }, () => host.createUser()));
    const made = await Promise.all(others.map((other) => create({ title }, other)));
    const call = { principal: user };
    const status = (account: string) => host.bus.request(getAccountSlugStatus, { params: { account } }, call);
    const base = `fisch-sohne-${user.id.slice(0, 8)}`;
    const slugs = [base, ...[2, 3, 4, 5].map((number) => `${base}-${number}`)];
    expect(new Set(made.map(({ id }) => id)).size).toBe(5);
    for (const slug of slugs) expect(await status(slug)).toEqual({ available: false });
    expect(await status(`${base}-6`)).toEqual({ available: true });
    for (const slug of [user.id, 'No Slug', '']) expect(await status(slug)).toEqual({ available: false });
  });

  it('are refused with a slug that is taken or an id, in a zone that does not exist, and beyond a number', async () => {
    const slug = `a-${user.id}`;
    await create({ slug });
    expect(await refusalOf(create({ slug }))).toBe(`conflict: There is an account with the slug ${slug} already`);
    expect(await refusalOf(create({ slug: user.id }))).toMatch(/^invalid_request: .*UUID/);
    expect(await refusalOf(create({ zone: 'west' }))).toMatch(/^invalid_request: Unknown zone west; .* local$/);
    const profile = () => host.bus.request(getUserProfile, {}, { principal: user });
    expect(await profile()).toMatchObject({ create: true });
    const both = await Promise.all([refusalOf(create({})), refusalOf(create({}))]);
    expect(both.toSorted()[0]).toBe('accepted');
    expect(both.toSorted()[1]).toBe(
      'quota_exceeded: You own 2 accounts, and a user may own 2; delete one, or give one away',
    );
    expect(await profile()).toMatchObject({ create: false });
    expect(await refusalOf(create({}, await host.root()))).toBe('accepted');
  });

  it('are changed member by member', async () => {
    const { id } = await create({ description: 'Fish' });
    expect(await modify(id, {})).toBe('accepted');
    expect(await modify(id, { title: 'Fish', slug: `fish-${id}`, eula_accepted: true, workflow: 'cowork' })).toBe(
      'accepted',
    );
    expect(host.heard).toContainEqual({ account: id });
    const after = { title: 'Fish', slug: `fish-${id}`, description: 'Fish', eula_accepted: true, workflow: 'cowork' };
    expect(await record(id)).toMatchObject(after);
    expect(await modify(id, { title: null, description: null })).toBe('accepted');
    expect(await record(`fish-${id}`)).toMatchObject({ ...after, description: null });
    expect(await modify(id, { slug: 'lectern' })).toBe('conflict: There is an account with the slug lectern already');
    expect(await modify(id, { slug: id })).toMatch(/^invalid_request/);
  });

  it('get another type and another end of the trial from who runs the deployment', async () => {
    const { id } = await create({});
    const manage = async (body: object) => {
      const request = { params: { account: id }, body };
      await host.bus.request(manageAccount, request, { principal: await host.root() });
      return record(id);
    };
    expect(await manage({ type: 'v3pro', trial_expiration_date: null })).toMatchObject({
      ...{ type: 'v3pro', max_kbs: -1, max_agents: 2, trial_expiration_date: null },
    });
    expect(await manage({ trial_expiration_date: '2030-01-02T03:04:05+01:00' })).toMatchObject({
      trial_expiration_date: '2030-01-02T02:04:05',
    });
  });

  it('show their types to everyone, and what may be done with them to members', async () => {
    const { types } = await host.bus.request(listAccountTypes, {}, { principal: { kind: 'none', id: '', roles: [] } });
    expect(types['stash-trial']).toMatchObject({ max_kbs: 5, max_trial_days: 14 });
    expect(types['v3pro']).toMatchObject({ max_kbs: -1, max_trial_days: null, max_agents: 2 });
    const { id } = await create({});
    const request = { params: { account: id }, query: { account_id: id } };
    const ask = (principal: Principal) => host.bus.request(getAccountPermissions, request, { principal });
    expect((await ask(user)).permissions).toContain('account:delete');
    expect(await ask({ ...user, roles: ['AMEMBER'] })).toEqual({
      role: 'AMEMBER',
      permissions: ['account:read', 'users:read', 'kbs:read', 'usage:read'],
    });
  });

  it('have a logo of their own, whose bytes say what it is', async () => {
    const { id } = await create({});
    const call = { principal: user };
    const named = { params: { account: id }, query: { account_id: id } };
    const get = () => refusalOf(host.bus.request(getAccountLogo, named, call));
    const put = (base64: string, query = named.query) =>
      refusalOf(host.bus.request(putAccountLogo, { ...named, query, body: { file: { base64 } } }, call));
    expect(await get()).toBe('not_found: The account has no logo');
    expect(await put(Buffer.from('<svg/>').toString('base64'))).toMatch(/^unsupported_media_type/);
    expect(await put(PNG, { account_id: 'lectern' })).toBe('not_found: account_id names another account than the path');
    expect(await put(Buffer.alloc(5 * 1024 ** 2 + 1).toString('base64'))).toMatch(/^too_large/);
    expect([await put(PNG), await put(PNG)]).toEqual(['accepted', 'accepted']);
    expect(await host.bus.request(getAccountLogo, named, call)).toEqual({
      base64: PNG,
      contentType: 'image/png',
      inline: true,
    });
  });
});
