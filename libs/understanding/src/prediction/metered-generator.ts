import type { Rephrased } from '@lectern/language';
import {
  type GenerationChunk,
  type GenerationRequest,
  Generator,
  type GeneratorDescription,
  type RephraseRequest,
} from '@lectern/models';
import type { UsageMeter } from '@lectern/usage';

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

/** A generator whose tokens are counted for the account that uses them. */
export class MeteredGenerator extends Generator {
  constructor(
    private readonly generator: Generator,
    private readonly meter: UsageMeter,
    private readonly user: TokenUser,
  ) {
    super();
  }

  get description(): GeneratorDescription {
    return this.generator.description;
  }

  async *generate(
    request: GenerationRequest,
    options: { readonly signal: AbortSignal },
  ): AsyncGenerator<GenerationChunk> {
    for await (const chunk of this.generator.generate(request, options)) {
      if (chunk.type === 'meta') this.count('question_answer', chunk.inputTokens, chunk.outputTokens);
      yield chunk;
    }
  }

  async rephrase(request: RephraseRequest, options: { readonly signal: AbortSignal }): Promise<Rephrased> {
    const rephrased = await this.generator.rephrase(request, options);
    if (rephrased.tokens) this.count('rephrase', rephrased.tokens.input, rephrased.tokens.output);
    return rephrased;
  }

  private count(type: string, input: number, output: number): void {
    const { account, kbid, nuaClient, model, customerKey } = this.user;
    this.meter.count({ account, kbid, nuaClient, tokens: { type, model, input, output, customerKey } });
  }
}
