import { InProcessBus } from '@lectern/bus';
import {
  type BlockingStatus,
  getAccount,
  listAllAccounts,
  resolveAccount,
  setAccountBlocking,
  verifyUserCredential,
} from '@lectern/contracts/accounts';
import { accessChanged, blockableFeatures, type Principal, systemPrincipal } from '@lectern/contracts/core';
import { indexKnowledgeBoxes } from '@lectern/contracts/knowledge-box';
import { Handles, On } from '@lectern/bus';
import { Application, Metrics } from '@lectern/runtime';
import { temporaryDatabase, type TemporaryDatabase } from '@lectern/testing';
import { Controller, Module } from '@nestjs/common';
import { AccountsModule } from '..';

const token = 'a-token-that-somebody-has-chosen-0123456789';
const heard: unknown[] = [];

@Controller()
class Zone {
  @Handles(indexKnowledgeBoxes)
  async index() {
    return { boxes: [] };
  }

  @On(accessChanged)
  changed(change: object): void {
    heard.push(change);
  }
}

@Module({ controllers: [Zone] })
class ZoneModule {}

describe('an account', () => {
  let temporary: TemporaryDatabase;
  let app: Application;
  let root: Principal;
  let account: string;
  const bus = new InProcessBus();
  const asSystem = { principal: systemPrincipal };
  const block = (body: BlockingStatus, name = 'lectern') =>
    bus.request(setAccountBlocking, { params: { account: name }, body }, { principal: root });
  const record = () => bus.request(getAccount, { params: { account } }, { principal: root });
  const blocked = async () => (await bus.request(resolveAccount, { body: { account } }, asSystem)).blockedFeatures;

  beforeAll(async () => {
    temporary = await temporaryDatabase();
    Object.assign(process.env, { DATABASE_URL: temporary.url, BOOTSTRAP_TOKEN: token });
    const parts = { bus, metrics: new Metrics(), logger: false, host: '127.0.0.1', port: 0 } as const;
    app = await Application.start([AccountsModule, ZoneModule], parts);
    for (const name of ['DATABASE_URL', 'BOOTSTRAP_TOKEN']) delete process.env[name];
    const body = { carrier: 'authorization', token } as const;
    const { id, key } = await bus.request(verifyUserCredential, { body }, asSystem);
    root = { kind: 'pat', id, key, roles: ['ROOT'] };
    account = (await bus.request(resolveAccount, { body: { account: 'lectern' } }, asSystem)).id;
  });
  afterAll(async () => {
    await app.close();
    await temporary.drop();
  });

  it('is not blocked at first', async () => {
    expect(await record()).toMatchObject({ blocking_state: 'unblocked', blocked_features: [] });
    expect(await blocked()).toEqual([]);
  });

  it('says which features are blocked, and tells everyone who caches them', async () => {
    heard.length = 0;
    await block({ blocking_state: 'manager', blocked_features: ['search', 'upload'] });
    expect(await record()).toMatchObject({ blocking_state: 'manager', blocked_features: ['upload', 'search'] });
    expect(await blocked()).toEqual(['upload', 'search']);
    expect(heard).toEqual([{ account }]);
  });

  it('is blocked for everything when no feature is named', async () => {
    await block({ blocking_state: 'quota', blocked_features: [] }, account);
    expect(await blocked()).toEqual(blockableFeatures);
  });

  it('is listed with it, for those who run the deployment', async () => {
    const { accounts } = await bus.request(listAllAccounts, {}, { principal: root });
    expect(accounts).toEqual([
      expect.objectContaining({ id: account, slug: 'lectern', current_users: 1, blocking_state: 'quota' }),
    ]);
  });

  it('has no blocked features when it is unblocked', async () => {
    await block({ blocking_state: 'unblocked', blocked_features: ['search'] });
    expect(await record()).toMatchObject({ blocking_state: 'unblocked', blocked_features: [] });
  });

  it('must exist', async () => {
    const status: BlockingStatus = { blocking_state: 'manager', blocked_features: [] };
    await expect(block(status, 'nowhere')).rejects.toMatchObject({ code: 'not_found' });
  });
});
