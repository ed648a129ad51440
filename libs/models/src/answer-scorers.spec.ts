import { ConfigError } from '@lectern/config';
import { AnswerScorers } from './answer-scorers';
import { Embedders } from './embedders';
import { Generators } from './generators';
import { LexicalEmbedder } from './lexical/lexical-embedder';
import { LocalGenerator } from './local/local-generator';
import { OpenAiCompatibleGenerator } from './openai-compatible/openai-compatible-generator';

const embedders = new Embedders([new LexicalEmbedder()], 'lexical');
const hosted = new OpenAiCompatibleGenerator({
  baseUrl: 'http://127.0.0.1:9/v1',
  model: 'small',
  contextTokensMax: 1_000,
  vision: false,
  firstChunkMs: 100,
  chunkMs: 100,
  totalMs: 100,
});
const generators = new Generators([new LocalGenerator(), hosted], 'local');

const local = { generator: generators.get('local'), id: 'local' };
const small = { generator: hosted, id: 'small' };

describe('AnswerScorers', () => {
  it('judge by rules, whatever model answers, unless a language model is to', () => {
    const scorers = AnswerScorers.of('local', { embedders, generators, model: 'small' });
    expect([undefined, local, small].map((model) => scorers.for(model).description.id)).toEqual([
      'local-scorer',
      'local-scorer',
      'local-scorer',
    ]);
  });

  it('judge by the language model that answers, or that of the deployment where rules answer', () => {
    const scorers = AnswerScorers.of('generative', { embedders, generators, model: 'small' });
    expect([undefined, local, small].map((model) => scorers.for(model).description.id)).toEqual([
      'small',
      'small',
      'small',
    ]);
    expect(scorers.for({ ...small, id: 'large', model: 'large' }).description.id).toBe('large');
  });

  it('need a language model where one is to judge', () => {
    const none = { embedders, generators: new Generators([new LocalGenerator()], 'local') };
    expect(() => AnswerScorers.of('generative', none)).toThrow(ConfigError);
    expect(() => AnswerScorers.of('generative', { ...none, model: 'small' })).toThrow('OPENAI_BASE_URL');
  });
});
