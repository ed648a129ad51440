import { randomUUID } from 'node:crypto';
import { AppError } from '@lectern/contracts/core';
import type { GuardrailPolicy, GuardrailPolicyUpdate, NewGuardrailPolicy } from '@lectern/contracts/understanding';
import { Transactions } from '@lectern/database';
import { type GuardrailPolicyEntity } from './guardrail-policy.entity';
import { GuardrailPolicyRepository, type OwnedPolicy } from './guardrail-policy.repository';
import { Injectable } from '@nestjs/common';
import { Judges } from './judges';

/** Manages content policies of accounts. */
@Injectable()
export class GuardrailPolicyService {
  constructor(
    private readonly transactions: Transactions,
    private readonly repository: GuardrailPolicyRepository,
    private readonly judges: Judges,
  ) {}

  /** @throws AppError `invalid_request` when the policy blocks but no judge is available, `quota_exceeded` */
  async create(account: string, given: NewGuardrailPolicy): Promise<GuardrailPolicy> {
    const empty = { description: '', instruction: '', enabled: true, blocking: false };
    const { name, query } = given;
    return this.put(changedPolicy({ account, id: randomUUID(), name, query, ...empty }, given));
  }

  /** @throws AppError `not_found` */
  async get(name: OwnedPolicy): Promise<GuardrailPolicy> {
    return shownPolicy(
      (await this.transactions.read((tx) => this.repository.find(name, tx))) ?? unknownGuardrailPolicy(),
    );
  }

  /** @throws AppError `not_found`; the errors of `create` */
  async change(name: OwnedPolicy, given: GuardrailPolicyUpdate): Promise<GuardrailPolicy> {
    const before = await this.transactions.read((tx) => this.repository.find(name, tx));
    if (!before) unknownGuardrailPolicy();
    return this.put(before, given);
  }

  /** @throws AppError `not_found` */
  async delete(name: OwnedPolicy): Promise<null> {
    if (!(await this.transactions.run((tx) => this.repository.delete(name, tx)))) unknownGuardrailPolicy();
    return null;
  }

  /** @param given changes of the stored policy */
  private async put(row: GuardrailPolicyEntity, given?: GuardrailPolicyUpdate): Promise<GuardrailPolicy> {
    const wanted = given ? changedPolicy(row, given) : row;
    if (wanted.enabled && wanted.blocking) await this.judges.for(row.account);
    return this.transactions.run(async (tx) => {
      await this.repository.hold(row.account, tx);
      const stored = given ? ((await this.repository.find(row, tx)) ?? unknownGuardrailPolicy()) : row;
      const after = given ? changedPolicy(stored, given) : row;
      await this.repository.put(after, tx);
      return shownPolicy(after);
    });
  }
}

function changedPolicy(before: GuardrailPolicyEntity, given: GuardrailPolicyUpdate): GuardrailPolicyEntity {
  return {
    ...before,
    name: given.name ?? before.name,
    description: given.description ?? before.description,
    instruction: given.instruction ?? before.instruction,
    query: given.query ?? before.query,
    enabled: given.enabled ?? before.enabled,
    blocking: given.blocking ?? before.blocking,
  };
}

function shownPolicy({ account: _, ...policy }: GuardrailPolicyEntity): GuardrailPolicy {
  return { ...policy, target: 'QUERY' };
}

function unknownGuardrailPolicy(): never {
  throw new AppError('not_found', 'Guardrail policy not found');
}
