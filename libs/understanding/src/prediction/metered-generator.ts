import type { Rephrased } from '@lectern/language';
import type { GenerationChunk, GenerationRequest, Generator, RephraseRequest } from '@lectern/models';
import type { UsageMeter } from '@lectern/usage';

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

/** The same generator; its tokens are counted for the account that uses them. */
export function meteredGenerator(generator: Generator, meter: UsageMeter, user: TokenUser): Generator {
  const { account, kbid, nuaClient, model, customerKey } = user;
  const count = (type: string, input: number, output: number) =>
    meter.count({ account, kbid, nuaClient, tokens: { type, model, input, output, customerKey } });
  return {
    description: generator.description,

    async *generate(request: GenerationRequest, options: Options): AsyncGenerator<GenerationChunk> {
      for await (const chunk of generator.generate(request, options)) {
        if (chunk.type === 'meta') count('question_answer', chunk.inputTokens, chunk.outputTokens);
        yield chunk;
      }
    },

    async rephrase(request: RephraseRequest, options: Options): Promise<Rephrased> {
      const rephrased = await generator.rephrase(request, options);
      if (rephrased.tokens) count('rephrase', rephrased.tokens.input, rephrased.tokens.output);
      return rephrased;
    },
  };
}
