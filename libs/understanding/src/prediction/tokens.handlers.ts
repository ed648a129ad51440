import { Handles } from '@lectern/bus';
import type { Request } from '@lectern/contracts/core';
import { ENTITY_MODEL, type PredictedTokens, predictTokens } from '@lectern/contracts/understanding';
import { Controller } from '@nestjs/common';
import { newPredictionOrigin } from './prediction-origin';
import { recognize } from './recognized-tokens';

@Controller()
export class TokensHandlers {
  @Handles(predictTokens)
  async tokens({ query: { text }, headers, requestId }: Request<typeof predictTokens>): Promise<PredictedTokens> {
    const answer = recognize(text, headers['x-show-consumption']);
    return { origin: newPredictionOrigin(ENTITY_MODEL, requestId), answer };
  }
}
