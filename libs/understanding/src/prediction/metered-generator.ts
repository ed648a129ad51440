import type { Rephrased } from '@lectern/language';
import type { GenerationChunk, GenerationRequest, Generator, RephraseRequest } from '@lectern/models';
import type { UsageMeter, UsageQuota } from '@lectern/usage';

interface Options {
  readonly signal: AbortSignal;
}

/** Who uses tokens of a model. */
export interface TokenUser {
  readonly account?: string;
  readonly kbid?: string;
  /** Client id of a NUA client. */
  readonly nuaClient?: string;
  /** Name of the model in answers. */
  readonly model: string;
  /** Whether somebody else pays the provider. */
  readonly customerKey: boolean;
}

/** Where its tokens count, and what limits its answers. */
export interface TokenMeters {
  readonly meter: UsageMeter;
  readonly quota: UsageQuota;
}

/** The same generator; its tokens are counted for the account that uses them. */
export function meteredGenerator(generator: Generator, { meter, quota }: TokenMeters, user: TokenUser): Generator {
  const { account, kbid, nuaClient, model, customerKey } = user;
  const isSelfHosted = nuaClient !== undefined;
  const count = (type: string, input: number, output: number) =>
    meter.count({ account, kbid, nuaClient, tokens: { type, model, input, output, customerKey } });
  return {
    description: generator.description,

    async *generate(request: GenerationRequest, options: Options): AsyncGenerator<GenerationChunk> {
      const held = await quota.hold(account, isSelfHosted ? { monthly_limit_self_hosted_answers_generated: 1 } : {});
      let hasBegun = false;
      try {
        for await (const chunk of generator.generate(request, options)) {
          if (chunk.type === 'meta') count('question_answer', chunk.inputTokens, chunk.outputTokens);
          hasBegun = true;
          yield chunk;
        }
      } finally {
        if (hasBegun) held.keep();
        else held.giveBack();
      }
    },

    async rephrase(request: RephraseRequest, options: Options): Promise<Rephrased> {
      const rephrased = await generator.rephrase(request, options);
      if (rephrased.tokens) count('rephrase', rephrased.tokens.input, rephrased.tokens.output);
      return rephrased;
    },
  };
}
