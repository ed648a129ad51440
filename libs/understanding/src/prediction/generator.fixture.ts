import { Generator, type GenerationChunk, type GenerationRequest, type GeneratorDescription } from '@lectern/models';
import type { NamedGenerator } from '../configuration/generative-models';

/** A model that follows prompts; the test derives its answer from the prompt. */
export class Writer extends Generator {
  readonly prompts: string[] = [];
  readonly description: GeneratorDescription;

  constructor(
    private readonly answer: (prompt: string) => string,
    contextTokensMax = 1_000,
    private readonly ends: GenerationChunk = { type: 'status', code: '0' },
  ) {
    super();
    this.description = {
      id: 'writer',
      provider: 'local',
      languages: ['*'],
      contextTokensMax,
      vision: false,
      followsPrompts: true,
      takesOtherModels: false,
    };
  }

  async *generate({ user = '' }: GenerationRequest): AsyncGenerator<GenerationChunk> {
    this.prompts.push(user);
    yield { type: 'text', text: this.answer(user) };
    yield { type: 'meta', inputTokens: 10, outputTokens: 2, firstChunkS: 0, totalS: 0, finish: 'stop' };
    yield this.ends;
  }

  async rephrase({ question }: { readonly question: string }) {
    return { question, usedHistory: false };
  }

  get named(): NamedGenerator {
    return { generator: this, id: this.description.id, customerKey: false };
  }
}
