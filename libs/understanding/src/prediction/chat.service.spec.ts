import { validate } from '@lectern/contracts/core';
import { ChatRequest } from '@lectern/contracts/understanding';
import {
  Embedders,
  type GenerationChunk,
  Generator,
  type GeneratorDescription,
  Generators,
  ModelStore,
  Reranker,
  Rerankers,
} from '@lectern/models';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openGuardrails } from '../guardrail/guardrails.fixture';
import { configurationsOf, embeddingModelsOf, generativeModelsOf } from '../configuration/configurations.fixture';
import { ChatService } from './chat.service';
import { PredictionModels } from './prediction-models';

/** Generates three words, and records whether its reader consumed them all. */
class Speaker extends Generator {
  readonly description: GeneratorDescription = {
    id: 'speaker',
    provider: 'openai_compat',
    languages: ['*'],
    contextTokensMax: 1_000,
    vision: false,
    followsPrompts: true,
    takesOtherModels: true,
  };
  ends = 0;

  async *generate(): AsyncGenerator<GenerationChunk> {
    try {
      for (const text of ['one', 'two', 'three']) yield { type: 'text', text };
      yield { type: 'status', code: '0' };
    } finally {
      this.ends += 1;
    }
  }

  async rephrase({ question }: { readonly question: string }) {
    return { question, usedHistory: false };
  }
}

/** Prefers longer texts. */
class ByLength extends Reranker {
  readonly description = { id: 'length', languages: ['*'] };

  async rerank(_: string, candidates: readonly { readonly text: string }[]) {
    return candidates.map(({ text }) => text.length / 10);
  }

  async close() {}
}

describe('ChatService', () => {
  const speaker = new Speaker();
  let service: ChatService;

  beforeAll(async () => {
    const store = new ModelStore(await mkdtemp(join(tmpdir(), 'models-')));
    const embedders = await Embedders.open({ store, workers: 1, threads: 1 });
    const [generators, rerankers] = [new Generators([speaker], 'speaker'), new Rerankers([new ByLength()], 'length')];
    const configurations = configurationsOf([embedders, generators, rerankers]);
    service = new ChatService(
      new PredictionModels(
        embeddingModelsOf(embedders),
        generators,
        rerankers,
        generativeModelsOf(generators),
        configurations,
      ),
      openGuardrails(),
    );
  });

  const answer = (body: object = {}, model?: string) => {
    const { signal } = new AbortController();
    const circumstances = { models: [model], asker: {}, showsConsumption: false, requestId: 'request', signal };
    return service.answer(validate(ChatRequest, { question: 'Why?', ...body }), circumstances);
  };

  it('first says what answers, then how the context was ordered, then the answer', async () => {
    const values = await gathered(answer({ query_context: ['a', 'bb'], rerank_context: true }, 'other'));
    expect(values.slice(0, 3)).toEqual([
      { origin: { learningId: expect.stringMatching(/^[0-9a-f]{32}$/), model: 'other', traceId: 'request' } },
      { chunk: { type: 'rerank', context_scores: { 1: 0.1, 2: 0.2 } } },
      { chunk: { type: 'text', text: 'one' } },
    ]);
    expect(values.at(-1)).toEqual({ chunk: { type: 'status', code: '0', details: null } });
  });

  it.each([1, 2, 3])('ends the generation when its reader leaves after %i values', async (count) => {
    speaker.ends = 0;
    const values = answer({ query_context: ['a'], rerank_context: true });
    for (let taken = 0; taken < count; taken += 1) await values.next();
    await values.return(undefined);
    expect(speaker.ends).toBe(1);
  });
});

async function gathered<T>(values: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const value of values) all.push(value);
  return all;
}
