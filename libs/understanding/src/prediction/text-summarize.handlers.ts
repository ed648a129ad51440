import { Handles } from '@lectern/bus';
import { consumptionOf, type Request } from '@lectern/contracts/core';
import {
  type PredictedSummaries,
  predictSummarize,
  type SummarizePayload,
  summarizeTexts,
} from '@lectern/contracts/understanding';
import { Controller } from '@nestjs/common';
import type { Asker } from '../configuration/generative-models';
import { askerOf, boxOf, PredictionModels } from './prediction-models';
import { newPredictionOrigin } from './prediction-origin';
import { type AskedSummaries, summedResources } from './summaries';

/** A request to summarise, from any caller. */
interface AskedPrediction extends Omit<Request<typeof predictSummarize>, 'body'> {
  readonly body: SummarizePayload & Pick<AskedSummaries, 'cutsTexts'>;
}

@Controller()
export class TextSummarizeHandlers {
  constructor(private readonly models: PredictionModels) {}

  @Handles(predictSummarize)
  summarize(request: Request<typeof predictSummarize>): Promise<PredictedSummaries> {
    return this.summaries(request, boxOf(request));
  }

  @Handles(summarizeTexts)
  summarizeTexts({ body, ...request }: Request<typeof summarizeTexts>): Promise<PredictedSummaries> {
    const { kbid, ...payload } = body;
    const asker = { ...askerOf(request), kbid };
    const headers = { 'x-show-consumption': true };
    return this.summaries({ ...request, query: {}, headers, body: { ...payload, cutsTexts: true } }, asker);
  }

  private async summaries(
    { query, body, headers, signal, requestId }: AskedPrediction,
    asker: Asker,
  ): Promise<PredictedSummaries> {
    const { named, chosen } = await this.models.summarizerFor([query.model, body.generative_model], asker);
    const ownPrompt = named.generator.description.followsPrompts ? chosen.summaryPrompt : undefined;
    const asked = {
      ...body,
      summary_kind: body.summary_kind ?? chosen.summary,
      user_prompt: body.user_prompt || ownPrompt,
    };
    const { resources, summary, tokens } = await summedResources(asked, named, signal);
    const used = { ...tokens, customerKey: named.customerKey };
    const consumption = headers['x-show-consumption'] ? consumptionOf(used) : null;
    return { origin: newPredictionOrigin(named.id, requestId), answer: { resources, summary, consumption } };
  }
}
