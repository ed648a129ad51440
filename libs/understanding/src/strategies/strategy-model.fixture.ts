import { Generator, type GenerationChunk, type GenerationRequest, type GeneratorDescription } from '@lectern/models';
import { PredictionModels } from '../prediction/prediction-models';
import { FollowedStrategies } from './followed-strategies';
import { type AskedModel, StrategyModels } from './strategy-models';

/** A model that accepts images; the test derives its answer from the prompt. */
export class SeeingModel extends Generator {
  readonly requests: GenerationRequest[] = [];
  /** The requests, call by call. */
  readonly names: (string | undefined)[] = [];
  readonly description: GeneratorDescription;

  constructor(
    public answer: (request: GenerationRequest) => string | object,
    { vision = true, contextTokensMax = 30_000 } = {},
  ) {
    super();
    const abilities = { vision, followsPrompts: true, takesOtherModels: true };
    this.description = { id: 'seeing', provider: 'openai_compat', languages: ['*'], contextTokensMax, ...abilities };
  }

  async *generate(request: GenerationRequest): AsyncGenerator<GenerationChunk> {
    this.requests.push(request);
    const answer = this.answer(request);
    yield typeof answer === 'string' ? { type: 'text', text: answer } : { type: 'object', object: answer };
    yield { type: 'meta', inputTokens: 10, outputTokens: 2, firstChunkS: 0, totalS: 0, finish: 'stop' };
    yield { type: 'status', code: '0' };
  }

  async rephrase({ question }: { readonly question: string }) {
    return { question, usedHistory: false };
  }

  get asked(): AskedModel {
    return { generator: this, id: this.description.id, customerKey: false };
  }

  /** Strategies that all use this model. */
  get followed(): FollowedStrategies {
    const generatorFor: PredictionModels['generatorFor'] = async (names) => {
      this.names.push(names.find(Boolean) ?? undefined);
      return this.asked;
    };
    const models = Object.assign(Object.create(PredictionModels.prototype), { generatorFor });
    return new FollowedStrategies(new StrategyModels(models));
  }
}
