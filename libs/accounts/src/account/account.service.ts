import type { AccountKnowledgeBoxes, AccountList, AccountRecord, ResolvedAccount } from '@lectern/contracts/accounts';
import { AppError, type Call, type Principal } from '@lectern/contracts/core';
import { Transactions } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import { AccountLimits } from '../limits/account-limits';
import { withheldAccounts } from '../factor-demand/factor-demand';
import { SamlSettings } from '../saml-settings/saml-settings';
import { ZoneBoxes } from '../zone/zone-boxes';
import { accountRecord, accountSummary } from './account-record';
import { AccountRepository } from './account.repository';

@Injectable()
export class AccountService {
  constructor(
    private readonly transactions: Transactions,
    private readonly accounts: AccountRepository,
    private readonly boxes: ZoneBoxes,
    private readonly limits: AccountLimits,
    private readonly saml: SamlSettings,
  ) {}

  async list({ id }: Principal): Promise<AccountList> {
    return this.transactions.read(async (tx) => {
      const withheld = await withheldAccounts(id, tx);
      const accounts = (await this.accounts.memberships(id, tx)).map((membership) => ({
        ...accountSummary(membership),
        ...(withheld.includes(membership.account.id) && { second_factor_missing: true as const }),
      }));
      return { accounts };
    });
  }

  async get(idOrSlug: string, call: Call): Promise<AccountRecord> {
    const found = await this.transactions.read(async (tx) => {
      const account = await this.accounts.get(idOrSlug, tx);
      const role = await this.accounts.roleOf(account.id, call.principal.id, tx);
      if (!role) throw new AppError('forbidden', 'Forbidden');
      const users = await this.accounts.countMembers(account.id, tx);
      return { account, role, users, saml: await this.saml.record(account.id, tx) };
    });
    const boxes = await this.boxes.of(found.account.id, call);
    const count = (wanted: string) => boxes.filter(({ mode }) => mode === wanted).length;
    const counts = {
      users: found.users,
      boxes: count('kb'),
      agents: count('agent_no_memory'),
      memories: count('agent'),
    };
    return {
      ...accountRecord(found, counts, this.limits.shown(found.account.type, found.account.limits)),
      ...found.saml,
    };
  }

  async index(idOrSlug: string, call: Call): Promise<AccountKnowledgeBoxes> {
    const { id } = await this.resolve(idOrSlug);
    const boxes = await this.boxes.of(id, call);
    return {
      boxes: boxes.map(({ account, kbid, mode, zoneId }) => ({
        account_id: account,
        kb_id: kbid,
        kb_mode: mode,
        zone_id: zoneId,
      })),
    };
  }

  async resolve(idOrSlug: string): Promise<ResolvedAccount> {
    const found = await this.transactions.read((tx) => this.accounts.get(idOrSlug, tx));
    const { id, slug, type, blockedFeatures } = found;
    const limits = this.limits.set(type, found.limits);
    const { max_kbs, max_memories, max_agents } = limits;
    const boxLimits = {
      ...(max_kbs !== undefined && { kb: max_kbs }),
      ...(max_memories !== undefined && { agent: max_memories }),
      ...(max_agents !== undefined && { agent_no_memory: max_agents }),
    };
    return { id, slug, type, blockedFeatures, boxLimits, limits };
  }
}
