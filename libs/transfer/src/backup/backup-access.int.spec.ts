import type { Principal, Role } from '@lectern/contracts/core';
import { type BackupEntity } from '../transfer/backup.entity';
import { KnowledgeBoxUserRepository } from '@lectern/access';
import { randomUUID } from 'node:crypto';
import { IndexWorld } from '../../../indexing/fixtures/index-world';
import { TransferModule } from '../transfer.module';
import { BackupAccess } from './backup-access';

describe('Access to backups', () => {
  const member = randomUUID();
  const users = new KnowledgeBoxUserRepository();
  const access = new BackupAccess(users);
  const user = (id: string, roles: readonly Role[] = ['AMEMBER']): Principal => ({ kind: 'user', id, roles });
  let world: IndexWorld;
  let [own, foreign] = ['', ''];

  beforeAll(async () => {
    world = await IndexWorld.start(TransferModule);
    [own, foreign] = [await world.newBox(), await world.newBox()];
    await world.transactions.run(async (tx) => {
      await users.put(own, [{ userId: member, role: 'SOWNER' }], tx);
      await users.put(foreign, [{ userId: member, role: 'SCONTRIBUTOR' }], tx);
    });
  });
  afterAll(() => world.stop());

  const backupOf = (sourceId: string): BackupEntity => ({
    account: sourceId,
    id: randomUUID(),
    sourceId,
    slug: 's',
    title: 't',
    blobKey: 'a/b',
    status: 'finished',
    reason: null,
    sizeBytes: 1,
    started: new Date(),
    finished: new Date(),
  });
  const seenBy = (principal: Principal) =>
    world.transactions.read(async (tx) => {
      const seen = await access.among([own, foreign].map(backupOf), principal, tx);
      return seen.map(({ sourceId }) => sourceId);
    });
  const mayUse = (principal: Principal, kbid: string) =>
    world.transactions
      .read((tx) => access.require(kbid, principal, tx))
      .then(
        () => true,
        ({ code }: { readonly code: string }) => code,
      );

  it('have owners of the account, root and NUA keys that manage boxes', async () => {
    const all = [
      user('other', ['AOWNER', 'AMEMBER']),
      user('root', ['ROOT']),
      { kind: 'nua', id: 'n', roles: [] } as const,
    ];
    for (const principal of all) {
      expect([await seenBy(principal), await mayUse(principal, own)]).toEqual([[own, foreign], true]);
    }
  });

  it('have members for boxes that they own, and for no others', async () => {
    expect(await seenBy(user(member))).toEqual([own]);
    expect([await mayUse(user(member), own), await mayUse(user(member), foreign)]).toEqual([true, 'forbidden']);
    expect([await seenBy(user(randomUUID())), await mayUse(user(randomUUID()), own)]).toEqual([[], 'forbidden']);
  });

  it('does not outlive the box for members', async () => {
    expect(await mayUse(user(member), randomUUID())).toBe('forbidden');
  });
});
