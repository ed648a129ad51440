import { Handles } from '@lectern/bus';
import { consumptionOf, type Request } from '@lectern/contracts/core';
import {
  ENTITY_MODEL,
  type PredictedTokens,
  predictTokens,
  predictTokensForKnowledgeBox,
} from '@lectern/contracts/understanding';
import { Controller } from '@nestjs/common';
import { originOf, secondsSince } from './prediction-origin';
import { recognizedTokens } from './recognized-tokens';
import { sureLanguage } from './sure-language';

@Controller()
export class TokensHandlers {
  @Handles(predictTokens)
  async tokens({ query: { text }, headers, requestId }: Request<typeof predictTokens>): Promise<PredictedTokens> {
    const startedAtMs = performance.now();
    const tokens = recognizedTokens(text, sureLanguage(text));
    const consumption = headers['x-show-consumption'] ? consumptionOf({ input: 0, output: 0 }) : null;
    const answer = { tokens, time: secondsSince(startedAtMs), input_tokens: 0, consumption };
    return { origin: originOf(ENTITY_MODEL, requestId), answer };
  }

  @Handles(predictTokensForKnowledgeBox)
  tokensForKnowledgeBox(request: Request<typeof predictTokensForKnowledgeBox>): Promise<PredictedTokens> {
    return this.tokens(request);
  }
}
