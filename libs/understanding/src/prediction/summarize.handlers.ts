import { Handles } from '@lectern/bus';
import { consumptionOf, type Request } from '@lectern/contracts/core';
import {
  type PredictedSummaries,
  predictSummarize,
  predictSummarizeForKnowledgeBox,
  proxyPredictSummarize,
} from '@lectern/contracts/understanding';
import { Controller } from '@nestjs/common';
import { PredictionModels } from './prediction-models';
import { originOf } from './prediction-origin';
import { summedResources } from './summaries';

@Controller()
export class SummarizeHandlers {
  constructor(private readonly models: PredictionModels) {}

  @Handles(predictSummarize)
  summarize(request: Request<typeof predictSummarize>): Promise<PredictedSummaries> {
    return this.summaries(request);
  }

  @Handles(predictSummarizeForKnowledgeBox)
  summarizeForKnowledgeBox(request: Request<typeof predictSummarizeForKnowledgeBox>): Promise<PredictedSummaries> {
    return this.summaries(request, request.params.kbid);
  }

  @Handles(proxyPredictSummarize)
  summarizeForReader(request: Request<typeof proxyPredictSummarize>): Promise<PredictedSummaries> {
    return this.summaries(request, request.params.kbid);
  }

  private async summaries(
    { query, body, headers, signal, requestId }: Request<typeof predictSummarize>,
    kbid?: string,
  ): Promise<PredictedSummaries> {
    const named = await this.models.generatorFor([query.model, body.generative_model], kbid);
    const { resources, summary, tokens } = await summedResources(body, named, signal);
    const consumption = headers['x-show-consumption'] ? consumptionOf(tokens) : null;
    return { origin: originOf(named.id, requestId), answer: { resources, summary, consumption } };
  }
}
