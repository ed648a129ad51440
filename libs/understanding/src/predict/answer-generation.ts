import type { Principal } from '@lectern/contracts/core';
import type { AnswerToGenerate, GeneratedValue } from '@lectern/contracts/understanding';
import { Injectable } from '@nestjs/common';
import { Guardrails } from '../guardrail/guardrails';
import { PredictionModels } from '../prediction/prediction-models';
import { AnswerImages } from './answer-images';
import { checkedAnswer } from '../prediction/checked-answer';
import { filteredAsFailed } from '../prediction/filtered-answer';
import { configuredAnswer, usedOf } from './configured-request';
import { generatedValue } from './generated-value';

/** Generates an answer with the model of a knowledge box. */
@Injectable()
export class AnswerGeneration {
  constructor(
    private readonly models: PredictionModels,
    private readonly guardrails: Guardrails,
    private readonly images: AnswerImages,
  ) {}

  /** @throws AppError `guardrail_blocked`, `invalid_request`, `provider_failed`, `rate_limited`, `cancelled` */
  async *generate(
    { images: wanted, ...asked }: AnswerToGenerate,
    { principal, signal }: { readonly principal: Principal; readonly signal: AbortSignal },
  ): AsyncGenerator<GeneratedValue> {
    const { account } = principal;
    const { named, chosen } = await this.models.generationFor([asked.model], { account, kbid: asked.kbid });
    await this.guardrails.admit(asked.question, { account, named, signal, isGuarded: chosen.isGuarded });
    const images = named.generator.description.vision ? await this.images.read(wanted) : [];
    const request = configuredAnswer({ ...asked, ...(images.length > 0 && { images }) }, chosen, named);
    const loc = ['body', 'answer_json_schema'];
    const answer = checkedAnswer(named.generator, request, { signal, loc, owner: asked.kbid });
    for await (const chunk of filteredAsFailed(answer)) {
      const value = generatedValue(chunk, usedOf(named));
      if (value) yield value;
    }
  }
}
