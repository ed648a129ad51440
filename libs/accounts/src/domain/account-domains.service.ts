import type { AccountDomain, AccountDomainList, AccountDomainTarget, DomainProof } from '@lectern/contracts/accounts';
import { AppError, type Principal, utcWithOffset } from '@lectern/contracts/core';
import { Transactions } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AccountRepository } from '../account/account.repository';
import { noteAct } from '../audit-log/note-act';
import { SamlSettings } from '../saml-settings/saml-settings';
import type { SamlDomainEntity } from '../saml-settings/saml-settings.entity';
import { TextRecords } from './text-records';

const LABEL = '_lectern-challenge';
const VALUE = 'lectern-domain-verification=';

/** Proves which mail domains belong to an account. */
@Injectable()
export class AccountDomains {
  constructor(
    private readonly transactions: Transactions,
    private readonly accounts: AccountRepository,
    private readonly settings: SamlSettings,
    private readonly records: TextRecords,
  ) {}

  async list(account: string): Promise<AccountDomainList> {
    const rows = await this.transactions.read((tx) => this.settings.domainsOf(account, tx));
    return { domains: rows.map(shownDomain) };
  }

  /** By its record. @throws AppError `not_found`, `conflict`, `precondition_failed`, `unavailable` */
  async verify(target: AccountDomainTarget, by: Principal): Promise<AccountDomain> {
    const row = await this.transactions.read((tx) => this.find(target, tx));
    if (row.verified) return shownDomain(row);
    const { name, value } = recordOf(row);
    const found = await this.records.of(name);
    if (!found.includes(value)) throw new AppError('precondition_failed', missingRecord(name, found.length));
    return this.mark(target, 'dns', by);
  }

  /** By the word of somebody who runs the deployment. @throws AppError `not_found`, `conflict` */
  confirm(target: AccountDomainTarget, by: Principal): Promise<AccountDomain> {
    return this.mark(target, 'root', by);
  }

  private mark(target: AccountDomainTarget, proof: DomainProof, principal: Principal): Promise<AccountDomain> {
    return this.transactions.run(async (tx) => {
      // It may have been removed in the meantime.
      const row = await this.find(target, tx);
      if (row.verified) return shownDomain(row);
      await this.settings.verify(row, proof, tx);
      const details = { domain: row.domain, by: proof };
      await noteAct({ action: 'domain_verified', principal, account: row.accountId, details }, tx);
      return shownDomain(await this.find(target, tx));
    });
  }

  private async find({ account, domain: named }: AccountDomainTarget, tx: EntityManager): Promise<SamlDomainEntity> {
    const { id } = await this.accounts.get(account, tx);
    const wanted = named.toLowerCase();
    const found = (await this.settings.domainsOf(id, tx)).find(({ domain }) => domain === wanted);
    if (!found) throw new AppError('not_found', `The account does not declare the domain ${wanted}`);
    return found;
  }
}

function recordOf({ domain, challenge }: SamlDomainEntity) {
  return { name: `${LABEL}.${domain}`, value: `${VALUE}${challenge}` };
}

function shownDomain(row: SamlDomainEntity): AccountDomain {
  const { domain, verified, verifiedBy } = row;
  return { domain, verified: verified && utcWithOffset(verified), verified_by: verifiedBy, record: recordOf(row) };
}

function missingRecord(name: string, records: number): string {
  const found = records === 0 ? 'There is no TXT record' : 'No TXT record has the right text';
  return `${found} at ${name}. New records may take hours until name servers know them`;
}
