import { AppError } from '@lectern/contracts/core';
import type { Judgement } from '@lectern/contracts/understanding';
import { Transactions } from '@lectern/database';
import { GuardrailPolicyRepository, type OwnedPolicy } from './guardrail-policy.repository';
import { Injectable } from '@nestjs/common';
import type { NamedGenerator } from '../configuration/generative-models';
import { Judges } from './judges';
import { judged, THRESHOLD } from './judgement';

/** A question, its caller, and the model that will answer. */
export interface AskedModel {
  readonly account?: string;
  readonly named: NamedGenerator;
  readonly signal: AbortSignal;
  /** False if the account is known to have no blocking policy. */
  readonly isGuarded?: boolean;
}

/** Judges texts by the content policies of accounts. */
@Injectable()
export class Guardrails {
  constructor(
    private readonly transactions: Transactions,
    private readonly repository: GuardrailPolicyRepository,
    private readonly judges: Judges,
  ) {}

  /**
   * Returns if no blocking policy flags the text.
   *
   * @throws AppError `guardrail_blocked`; `invalid_request` when no judge is available; errors of the judge
   */
  async admit(content: string, { account, named, signal, isGuarded = true }: AskedModel): Promise<void> {
    if (account === undefined || !isGuarded || content.trim() === '') return;
    const policies = await this.transactions.read((tx) => this.repository.applying(account, tx));
    if (policies.length === 0) return;
    const judge = await this.judges.for(account, named);
    const scores = await Promise.all(policies.map((policy) => judged(content, policy, judge, { signal })));
    const blocking = policies.filter((_, at) => (scores[at] ?? 0) >= THRESHOLD);
    if (blocking.length === 0) return;
    const descriptions = blocking.map(({ description, name }) => description || name);
    const detail = { code: 'guardrail_blocked', descriptions };
    throw new AppError('guardrail_blocked', descriptions.join('; '), { detail });
  }

  /** @throws AppError `not_found`, `invalid_request` when no judge is available, errors of the judge */
  async judge(
    content: string,
    name: OwnedPolicy,
    signal: AbortSignal,
  ): Promise<{ readonly answer: Judgement; readonly judge: NamedGenerator }> {
    const policy = await this.transactions.read((tx) => this.repository.find(name, tx));
    if (!policy) throw new AppError('not_found', 'Guardrail policy not found');
    const judge = await this.judges.for(name.account);
    const score = await judged(content, policy, judge, { signal });
    return { answer: { flagged: score >= THRESHOLD, policy_id: name.id, score, threshold: THRESHOLD }, judge };
  }
}
