import type { Rephrased } from '@lectern/language';
import type { GenerationChunk, GenerationRequest, Generator, RephraseRequest } from '@lectern/models';
import type { ReservedTokens, UsageMeter, UsageQuota } from '@lectern/usage';
import { answerTokensOf, type ExpectedTokens, tokensForAnswer, tokensForRephrasing } from './needed-tokens';

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

/** Characters of a token, for answers that end before the model says how many it wrote. */
const CHARS_PER_TOKEN = 3;

/**
 * The same generator; its tokens are counted for the account that uses them. Those of a NUA client with a limit are
 * taken before the model is asked: an answer ends where the limit does.
 */
export function meteredGenerator(generator: Generator, { meter, quota }: TokenMeters, user: TokenUser): Generator {
  const { account, kbid, nuaClient, model, customerKey } = user;
  const isSelfHosted = nuaClient !== undefined;
  const { description } = generator;
  const count = (type: string, input: number, output: number) =>
    meter.count({ account, kbid, nuaClient, tokens: { type, model, input, output, customerKey } });

  /** @throws AppError as `UsageQuota.hold` */
  async function reserve(expected: () => ExpectedTokens): Promise<ReservedTokens & { readonly input: number }> {
    let input = 0;
    const reserved = await quota.reserveTokens(user, () => {
      const tokens = expected();
      ({ input } = tokens);
      return tokens;
    });
    return { ...reserved, input };
  }

  return {
    description,

    async *generate(request: GenerationRequest, options: Options): AsyncGenerator<GenerationChunk> {
      const held = await quota.hold(account, isSelfHosted ? { monthly_limit_self_hosted_answers_generated: 1 } : {});
      const use = new AnswerUse();
      try {
        const reserved = await reserve(() => tokensForAnswer(request, description));
        try {
          for await (const chunk of generator.generate(withinTokens(request, reserved), options)) {
            if (chunk.type === 'meta') count('question_answer', chunk.inputTokens, chunk.outputTokens);
            use.add(chunk);
            yield chunk;
          }
        } finally {
          reserved.settle(use.tokens(reserved.input));
        }
      } finally {
        if (use.hasBegun) held.keep();
        else held.giveBack();
      }
    },

    async rephrase(request: RephraseRequest, options: Options): Promise<Rephrased> {
      const reserved = await reserve(() => tokensForRephrasing(request, description));
      let used = 0;
      try {
        const rephrased = await generator.rephrase(request, options);
        const { input = 0, output = 0 } = rephrased.tokens ?? {};
        used = input + output;
        if (rephrased.tokens) count('rephrase', input, output);
        return rephrased;
      } finally {
        reserved.settle(used);
      }
    },
  };
}

/** Shortens the answer where the limit leaves less than was asked. */
function withinTokens(
  request: GenerationRequest,
  { max, input }: Pick<ReservedTokens, 'max'> & { readonly input: number },
): GenerationRequest {
  if (max === undefined) return request;
  const left = Math.max(Math.floor(max) - input, 1);
  return left < answerTokensOf(request) ? { ...request, answerTokensMax: left } : request;
}

/** What an answer took, as far as it came. */
class AnswerUse {
  hasBegun = false;
  private counted: number | undefined;
  private chars = 0;

  add(chunk: GenerationChunk): void {
    this.hasBegun = true;
    if (chunk.type === 'meta') this.counted = chunk.inputTokens + chunk.outputTokens;
    if (chunk.type === 'text' || chunk.type === 'reasoning') this.chars += chunk.text.length;
  }

  /** @param input an estimate of the prompt, which counts until the model says its own number */
  tokens(input: number): number {
    if (this.counted !== undefined) return this.counted;
    return this.hasBegun ? input + Math.ceil(this.chars / CHARS_PER_TOKEN) : 0;
  }
}
