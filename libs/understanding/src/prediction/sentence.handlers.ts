import { Handles } from '@lectern/bus';
import type { Request } from '@lectern/contracts/core';
import {
  type PredictedSentence,
  type PredictedSentenceBatch,
  predictSentence,
  predictSentenceBatch,
  predictSentenceForKnowledgeBox,
} from '@lectern/contracts/understanding';
import type { Embedder } from '@lectern/models';
import { type MonthlyUse, UsageQuota } from '@lectern/usage';
import { Controller } from '@nestjs/common';
import { boxOf, PredictionModels } from './prediction-models';
import { newPredictionOrigin } from './prediction-origin';
import { sentenceBatch, sentenceVectors, type VectorOptions } from './sentence-vectors';

/** A question of a knowledge box elsewhere. */
const oneQuery: MonthlyUse = { monthly_limit_self_hosted_searches_performed: 1 };

type Circumstances = Pick<Request<typeof predictSentence>, 'headers' | 'signal' | 'requestId'>;

@Controller()
export class SentenceHandlers {
  constructor(
    private readonly models: PredictionModels,
    private readonly quota: UsageQuota,
  ) {}

  @Handles(predictSentence)
  async sentence({ query: { text, model }, ...call }: Request<typeof predictSentence>): Promise<PredictedSentence> {
    const embedders = await this.models.embeddersFor([model]);
    const { account, kind } = call.principal;
    return this.quota.during(account, kind === 'nua' ? oneQuery : {}, () => this.vectorsOf(text, embedders, call));
  }

  @Handles(predictSentenceForKnowledgeBox)
  async sentenceForKnowledgeBox({
    query: { text, models },
    ...call
  }: Request<typeof predictSentenceForKnowledgeBox>): Promise<PredictedSentence> {
    return this.vectorsOf(text, await this.models.embeddersFor(models, boxOf(call)), call);
  }

  @Handles(predictSentenceBatch)
  async sentences({ body, requestId, ...call }: Request<typeof predictSentenceBatch>): Promise<PredictedSentenceBatch> {
    const embedder = await this.models.embedderFor(body.model);
    const answer = await sentenceBatch(body.texts, embedder, optionsOf('passage', call));
    return { origin: newPredictionOrigin(embedder.description.id, requestId), answer };
  }

  private async vectorsOf(
    text: string,
    embedders: readonly Embedder[],
    { requestId, ...call }: Circumstances,
  ): Promise<PredictedSentence> {
    const answer = await sentenceVectors(text, embedders, optionsOf('query', call));
    return { origin: newPredictionOrigin(Object.keys(answer.vectors).join(','), requestId), answer };
  }
}

function optionsOf(
  purpose: VectorOptions['purpose'],
  { headers, signal }: Omit<Circumstances, 'requestId'>,
): VectorOptions {
  return { purpose, showConsumption: headers['x-show-consumption'], signal };
}
