import { AppError } from '@lectern/contracts/core';
import { lockName, prepared } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { GuardrailPolicyEntity } from './guardrail-policy.entity';

const PER_ACCOUNT_MAX = 100;
/** Each of them is judged before every answer. */
const APPLYING_MAX = 10;
/** Read before every answer. */
const APPLYING_SQL = prepared(`
  SELECT account, id, name, description, instruction, query, enabled, blocking
  FROM guardrail_policies WHERE account = $1::uuid AND enabled AND blocking
  ORDER BY id LIMIT ${APPLYING_MAX}`);

/** Names a policy. */
export interface OwnedPolicy {
  readonly account: string;
  readonly id: string;
}

/** Content policies by account, so that no account reaches those of another. */
@Injectable()
export class GuardrailPolicyRepository {
  async find({ account, id }: OwnedPolicy, tx: EntityManager): Promise<GuardrailPolicyEntity | undefined> {
    return (await tx.findOneBy(GuardrailPolicyEntity, { account, id })) ?? undefined;
  }

  /** Those that are enabled and block. */
  async applying(account: string, tx: EntityManager): Promise<GuardrailPolicyEntity[]> {
    return tx.query(APPLYING_SQL, [account]);
  }

  /** Keeps others from writing policies of the account until the transaction ends. */
  async hold(account: string, tx: EntityManager): Promise<void> {
    await lockName(tx, `guardrail-policies/${account}`);
  }

  /** After `hold`. @throws AppError `quota_exceeded` when it is one too many for its account */
  async put(row: GuardrailPolicyEntity, tx: EntityManager): Promise<void> {
    const { account } = row;
    await tx.upsert(GuardrailPolicyEntity, row, ['account', 'id']);
    if ((await tx.countBy(GuardrailPolicyEntity, { account })) > PER_ACCOUNT_MAX)
      throw new AppError('quota_exceeded', `An account has at most ${PER_ACCOUNT_MAX} guardrail policies`);
    const applying = await tx.countBy(GuardrailPolicyEntity, { account, enabled: true, blocking: true });
    if (applying > APPLYING_MAX)
      throw new AppError('quota_exceeded', `At most ${APPLYING_MAX} guardrail policies are enabled and block`);
  }

  /** @returns whether there was one */
  async delete({ account, id }: OwnedPolicy, tx: EntityManager): Promise<boolean> {
    return ((await tx.delete(GuardrailPolicyEntity, { account, id })).affected ?? 0) > 0;
  }
}
