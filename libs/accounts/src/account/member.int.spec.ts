import { InProcessBus } from '@lectern/bus';
import { getUser, joinAccount, resolveUser, verifyUserCredential } from '@lectern/contracts/accounts';
import { type Principal, systemPrincipal } from '@lectern/contracts/core';
import { Transactions } from '@lectern/database';
import { Application, Metrics } from '@lectern/runtime';
import { temporaryDatabase, type TemporaryDatabase } from '@lectern/testing';
import { randomUUID } from 'node:crypto';
import { AccountsModule } from '..';
import { MemberEntity } from './member.entity';
import { UserEntity } from '../user/user.entity';

const token = 'a-token-that-somebody-has-chosen-0123456789';

describe('members of an account', () => {
  let temporary: TemporaryDatabase;
  let app: Application;
  let root: Principal;
  const bus = new InProcessBus();
  const join = (email: string, account = 'lectern') =>
    bus.request(joinAccount, { body: { account, email } }, { principal: systemPrincipal });
  const accountsOf = async (id: string) =>
    (await bus.request(resolveUser, { body: { kind: 'user', id } }, { principal: systemPrincipal })).accounts;

  beforeAll(async () => {
    temporary = await temporaryDatabase();
    Object.assign(process.env, { DATABASE_URL: temporary.url, BOOTSTRAP_TOKEN: token });
    const parts = { bus, metrics: new Metrics(), logger: false, host: '127.0.0.1', port: 0 } as const;
    app = await Application.start([AccountsModule], parts);
    for (const name of ['DATABASE_URL', 'BOOTSTRAP_TOKEN']) delete process.env[name];
    const body = { carrier: 'authorization', token } as const;
    const { id, key } = await bus.request(verifyUserCredential, { body }, { principal: systemPrincipal });
    root = { kind: 'pat', id, key, roles: [] };
  });
  afterAll(async () => {
    await app.close();
    await temporary.drop();
  });

  async function newUser(disabled = false): Promise<{ readonly id: string; readonly email: string }> {
    const id = randomUUID();
    const user = { id, email: `${id}@example.org`, name: 'Ada', type: 'USER', avatar: null, language: 'EN' } as const;
    const row = { ...user, disabled, lastLogin: null, created: new Date() };
    await app.get(Transactions).run((tx) => tx.insert(UserEntity, row));
    return user;
  }

  it('join once, with the lowest role', async () => {
    const { id, email } = await newUser();
    expect(await accountsOf(id)).toEqual([]);
    expect([await join(email), await join(email)]).toEqual([
      { id, slug: 'lectern' },
      { id, slug: 'lectern' },
    ]);
    expect(await accountsOf(id)).toMatchObject([{ slug: 'lectern', role: 'AMEMBER' }]);
    const members = await app.get(Transactions).read((tx) => tx.findBy(MemberEntity, { userId: id }));
    expect(members).toHaveLength(1);
  });

  it('keep a higher role', async () => {
    const { email } = await bus.request(getUser, {}, { principal: root });
    expect(await join(email)).toMatchObject({ id: root.id });
    expect(await accountsOf(root.id)).toMatchObject([{ role: 'AOWNER' }]);
  });

  it('must exist and count', async () => {
    const { email } = await newUser(true);
    for (const [address, account] of [
      [email, 'lectern'],
      ['nobody@example.org', 'lectern'],
      ['root@localhost', 'nowhere'],
    ] as const)
      await expect(join(address, account)).rejects.toMatchObject({ code: 'not_found' });
  });
});
