import { Handles } from '@lectern/bus';
import { AppError, asUuid, type Request } from '@lectern/contracts/core';
import {
  createGuardrailPolicy,
  deleteGuardrailPolicy,
  getGuardrailPolicy,
  type JudgedContent,
  predictGuardrail,
  updateGuardrailPolicy,
} from '@lectern/contracts/understanding';
import { Controller } from '@nestjs/common';
import { accountOf } from '../configuration/account-of';
import { originOf } from '../prediction/prediction-origin';
import { GuardrailPolicyService } from './guardrail-policy.service';
import { Guardrails } from './guardrails';

@Controller()
export class GuardrailHandlers {
  constructor(
    private readonly policies: GuardrailPolicyService,
    private readonly guardrails: Guardrails,
  ) {}

  @Handles(createGuardrailPolicy)
  create({ params: { account }, body }: Request<typeof createGuardrailPolicy>) {
    return this.policies.create(account, body);
  }

  @Handles(getGuardrailPolicy)
  get({ params: { account, policy_id: id } }: Request<typeof getGuardrailPolicy>) {
    return this.policies.get({ account, id });
  }

  @Handles(updateGuardrailPolicy)
  update({ params: { account, policy_id: id }, body }: Request<typeof updateGuardrailPolicy>) {
    return this.policies.change({ account, id }, body);
  }

  @Handles(deleteGuardrailPolicy)
  delete({ params: { account, policy_id: id } }: Request<typeof deleteGuardrailPolicy>) {
    return this.policies.delete({ account, id });
  }

  @Handles(predictGuardrail)
  async judge({ body, principal, signal, requestId }: Request<typeof predictGuardrail>): Promise<JudgedContent> {
    const id = asUuid(body.policy_id);
    if (id === undefined) throw new AppError('not_found', 'Guardrail policy not found');
    const { answer, judge } = await this.guardrails.judge(body.content, { account: accountOf(principal), id }, signal);
    return { origin: originOf(judge.id, requestId), answer };
  }
}
