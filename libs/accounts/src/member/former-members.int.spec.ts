import {
  announceZone,
  createAccount,
  purgeAccount,
  resolveUser,
  updateAccountMembers,
} from '@lectern/contracts/accounts';
import { type Principal, systemPrincipal, zonePeer } from '@lectern/contracts/core';
import { setTimeout as sleep } from 'node:timers/promises';
import { AccountsHost } from '../accounts-host.fixture';

describe('users who left an account', () => {
  let host: AccountsHost;
  let owner: Principal;
  let account: string;
  let ada: Principal;

  const announce = (slug: string, principal: Principal) =>
    host.bus.request(announceZone, { body: { slug, title: slug, origin: 'http://localhost' } }, { principal });
  const update = (body: object) =>
    host.bus.request(updateAccountMembers, { params: { account }, body }, { principal: owner });
  const left = async () => {
    const body = { kind: 'user' as const, id: ada.id };
    return (await host.bus.request(resolveUser, { body }, { principal: systemPrincipal })).left;
  };
  const untilLeft = async (expected: readonly string[] | undefined) => {
    for (let tries = 0; tries < 200 && (await left())?.join() !== expected?.join(); tries += 1) await sleep(50);
    expect(await left()).toEqual(expected);
  };

  beforeAll(async () => {
    host = await AccountsHost.start({ ACCOUNTS_PER_USER_MAX: '1000' });
    await announce('local', systemPrincipal);
  });
  afterAll(() => host.close());
  beforeEach(async () => {
    owner = { ...(await host.createUser()), roles: ['AOWNER', 'AMEMBER'] };
    ada = await host.createUser();
    const body = { title: 'Acme', workflow: 'classic', eula_accepted: false } as const;
    ({ id: account } = await host.bus.request(createAccount, { body }, { principal: owner }));
    await update({ add: [{ id: ada.id, role: 'AMEMBER' }] });
    host.duties.length = 0;
  });

  it('are named as such at once, until the zone has taken their roles', async () => {
    expect(await left()).toBeUndefined();
    await update({ delete: [ada.id] });
    await untilLeft(undefined);
    expect(host.duties).toEqual([{ account, users: [ada.id] }]);
  });

  describe('while a zone elsewhere does not answer', () => {
    beforeAll(() => announce('away', { kind: 'peer', id: zonePeer('away'), roles: [] }));

    it('are named for as long, unless they are members again', async () => {
      await update({ delete: [ada.id] });
      expect(await left()).toEqual([account]);
      // The zone beside this host has done its part.
      for (let tries = 0; tries < 200 && host.duties.length === 0; tries += 1) await sleep(50);
      expect(await left()).toEqual([account]);
      await update({ add: [{ id: ada.id, role: 'AMEMBER' }] });
      expect(await left()).toBeUndefined();
      await update({ delete: [ada.id] });
      expect(await left()).toEqual([account]);
    });

    it('are all members of an account that is deleted', async () => {
      await host.bus.request(purgeAccount, { params: { account } }, { principal: { ...owner, roles: ['ROOT'] } });
      expect(await left()).toEqual([account]);
    });
  });
});
