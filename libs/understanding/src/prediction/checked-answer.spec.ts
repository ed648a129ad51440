import { Generator, type GenerationChunk, type GenerationRequest, type GeneratorDescription } from '@lectern/models';
import { checkedAnswer } from './checked-answer';

const schema = { type: 'object', properties: { year: { type: 'integer' } }, required: ['year'] };
const meta = { type: 'meta', inputTokens: 10, outputTokens: 2, firstChunkS: 1, totalS: 2, finish: 'stop' } as const;

/** Returns one object after the other, and records its prompts and whether its output was consumed. */
class Filler extends Generator {
  readonly asked: GenerationRequest[] = [];
  ends = 0;
  readonly description: GeneratorDescription;

  constructor(
    private readonly objects: readonly object[],
    followsPrompts = true,
  ) {
    super();
    this.description = {
      id: 'filler',
      provider: 'local',
      languages: ['*'],
      contextTokensMax: 1_000,
      vision: false,
      followsPrompts,
      takesOtherModels: false,
    };
  }

  async *generate(request: GenerationRequest): AsyncGenerator<GenerationChunk> {
    this.asked.push(request);
    try {
      yield { type: 'reasoning', text: 'Hm.' };
      yield { type: 'object', object: this.objects[this.asked.length - 1] ?? {} };
      yield meta;
      yield { type: 'status', code: '0' };
    } finally {
      this.ends += 1;
    }
  }

  async rephrase({ question }: { readonly question: string }) {
    return { question, usedHistory: false };
  }
}

async function answered(generator: Generator, jsonSchema: object | undefined = schema): Promise<GenerationChunk[]> {
  const request = { question: 'When?', context: [], history: [], citations: 'none' as const, jsonSchema };
  const options = { signal: new AbortController().signal, loc: ['body', 'answer_json_schema'], owner: 'kb' };
  const chunks: GenerationChunk[] = [];
  for await (const chunk of checkedAnswer(generator, request, options)) chunks.push(chunk);
  return chunks.filter(({ type }) => type !== 'reasoning');
}

describe('an answer that is an object', () => {
  it('is passed on when it follows the schema', async () => {
    const generator = new Filler([{ year: 1874 }]);
    const whole = [{ type: 'object', object: { year: 1874 } }, meta, { type: 'status', code: '0' }];
    expect([await answered(generator), generator.asked.length]).toEqual([whole, 1]);
  });

  it('is repaired once when it does not, by a model that gets the mistakes, and all tokens count', async () => {
    const generator = new Filler([{ year: 'long ago' }, { year: 1874 }]);
    expect(await answered(generator)).toEqual([
      { type: 'object', object: { year: 1874 } },
      { ...meta, inputTokens: 20, outputTokens: 4, firstChunkS: 3, totalS: 4 },
      { type: 'status', code: '0' },
    ]);
    expect(generator.asked[1]).toMatchObject({
      history: [
        { author: 'USER', text: 'When?' },
        { author: 'ASSISTANT', text: '{"year":"long ago"}' },
      ],
      question: expect.stringContaining('/year must be integer'),
    });
  });

  it('is a failure when it is still wrong then', async () => {
    const generator = new Filler([{}, {}]);
    expect((await answered(generator)).map((chunk) => chunk.type)).toEqual(['meta', 'status']);
    expect((await answered(new Filler([{}, {}]))).at(-1)).toEqual({
      type: 'status',
      code: '-1',
      details: "The answer does not follow the JSON Schema: must have required property 'year'",
    });
    expect(generator.asked).toHaveLength(2);
  });

  it('is not there when a model that only reads did not find what the schema requires', async () => {
    const generator = new Filler([{}], false);
    expect(await answered(generator)).toEqual([meta, { type: 'status', code: '-2' }]);
    expect(generator.asked).toHaveLength(1);
  });

  it('is not asked for with a schema that is none', async () => {
    const generator = new Filler([]);
    await expect(answered(generator, { type: 'nonsense' })).rejects.toMatchObject({
      code: 'invalid_request',
      details: { detail: [expect.objectContaining({ loc: ['body', 'answer_json_schema'] })] },
    });
    expect(generator.asked).toEqual([]);
  });

  it('ends the generation of a reader who leaves, at every value', async () => {
    for (const kept of [1, 2, 3, 4, 5]) {
      const generator = new Filler([{}, { year: 1 }]);
      const request = { question: '', context: [], history: [], citations: 'none' as const, jsonSchema: schema };
      const options = { signal: new AbortController().signal, loc: [], owner: 'kb' };
      let read = 0;
      for await (const _ of checkedAnswer(generator, request, options)) if (++read === kept) break;
      expect(generator.ends).toBe(generator.asked.length);
    }
  });
});
