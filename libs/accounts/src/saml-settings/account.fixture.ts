import { randomUUID } from 'node:crypto';
import { AccountEntity } from '../account/account.entity';
import { MemberEntity } from '../account/member.entity';
import type { SamlConfiguration } from '@lectern/contracts/accounts';
import type { EntityManager } from 'typeorm';
import type { AccountsHost } from '../accounts-host.fixture';
import { SamlSettings } from './saml-settings';

/** An account that the root user owns. @returns its id */
export async function insertAccount(host: AccountsHost, slug: string): Promise<string> {
  const id = randomUUID();
  const { id: userId } = await host.root();
  const row = { id, slug, title: slug, description: null, type: 'v3pro', workflow: 'classic' } as const;
  await host.run(async (tx) => {
    await tx.insert(AccountEntity, {
      ...row,
      eulaAccepted: true,
      created: new Date(),
      blockingState: 'unblocked',
      blockedFeatures: [],
    });
    await tx.insert(MemberEntity, { accountId: id, userId, role: 'AOWNER' });
  });
  return id;
}

/** Gives an account an identity provider, all of whose domains are verified. */
export async function setVerified(
  accountId: string,
  config: SamlConfiguration | null,
  tx: EntityManager,
): Promise<void> {
  const settings = new SamlSettings();
  await settings.set(accountId, config, tx);
  for (const { domain } of await settings.domainsOf(accountId, tx))
    await settings.verify({ accountId, domain }, 'root', tx);
}
