import { Handles } from '@lectern/bus';
import { readConfig } from '@lectern/config';
import type { Request } from '@lectern/contracts/core';
import { type PredictedQuestion, predictRephrase } from '@lectern/contracts/understanding';
import { Controller } from '@nestjs/common';
import { followedPrompt } from './followed-prompt';
import { boxOf, PredictionModels } from './prediction-models';
import { newPredictionOrigin } from './prediction-origin';
import { predictionConfig } from './prediction.config';

@Controller()
export class RephraseHandlers {
  private readonly endsWithStatus = readConfig(predictionConfig).REPHRASE_STATUS_SUFFIX;

  constructor(private readonly models: PredictionModels) {}

  @Handles(predictRephrase)
  async rephrase(request: Request<typeof predictRephrase>): Promise<PredictedQuestion> {
    const { query, body, signal, requestId } = request;
    const named = await this.models.generatorFor([query.model, body.generative_model], boxOf(request));
    const history = [...body.context, ...body.chat_history].map(({ author, text }) => ({
      author: author === 'SVC' ? ('ASSISTANT' as const) : author,
      text,
    }));
    const asked = {
      question: body.question,
      history,
      extraContext: body.user_context,
      standsAlone: history.length === 0 && body.user_context.length === 0,
      prompt: followedPrompt(body.prompt || body.rephrase_prompt, named),
      model: named.model,
      apiKey: named.apiKey,
      relevanceThreshold: body.chat_history_relevance_threshold ?? undefined,
    };
    const { question, usedHistory, lacksContext, tokens } = await named.generator.rephrase(asked, { signal });
    const origin = {
      ...newPredictionOrigin(named.id, requestId),
      usedHistory: usedHistory && history.length > 0,
      ...(tokens && { used: { ...tokens, customerKey: named.customerKey } }),
    };
    const status = lacksContext ? '-2' : '0';
    return { origin, answer: this.endsWithStatus ? `${question}${status}` : question };
  }
}
