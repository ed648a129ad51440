import { Handles } from '@lectern/bus';
import { AppError, asUuid, type Request } from '@lectern/contracts/core';
import { type JudgedContent, predictGuardrail } from '@lectern/contracts/understanding';
import { Controller } from '@nestjs/common';
import { accountOf } from '../account-model/account-of';
import { Guardrails } from '../guardrail/guardrails';
import { newPredictionOrigin } from './prediction-origin';

@Controller()
export class GuardrailHandlers {
  constructor(private readonly guardrails: Guardrails) {}

  @Handles(predictGuardrail)
  async judge({ body, principal, signal, requestId }: Request<typeof predictGuardrail>): Promise<JudgedContent> {
    const id = asUuid(body.policy_id);
    if (id === undefined) throw new AppError('not_found', 'Guardrail policy not found');
    const { answer, judge } = await this.guardrails.judge(body.content, { account: accountOf(principal), id }, signal);
    return { origin: newPredictionOrigin(judge.id, requestId), answer };
  }
}
