import { AppError } from '@lectern/contracts/core';
import type { GenerationChunk, GenerationRequest, Generator } from '@lectern/models';
import type { NeededTokens, UsageMeter, UsageQuota } from '@lectern/usage';
import { meteredGenerator } from './metered-generator';

const request: GenerationRequest = {
  question: 'Where does the ibex climb?',
  context: [{ key: 'a', text: 'The ibex climbs steep rocks in winter.' }],
  history: [],
  citations: 'none',
};
const meta: GenerationChunk = {
  type: 'meta',
  inputTokens: 30,
  outputTokens: 12,
  firstChunkS: 0,
  totalS: 0,
  finish: 'stop',
};
const answer: readonly GenerationChunk[] = [{ type: 'text', text: 'Steep rocks.' }, meta];

/** A client with so many tokens left; `Infinity` is no limit. */
class Client {
  readonly asked: GenerationRequest[] = [];
  readonly counted: object[] = [];
  readonly log: string[] = [];
  needed: NeededTokens | undefined;

  constructor(
    private left: number,
    private readonly chunks: readonly GenerationChunk[] = answer,
  ) {}

  get generator(): Generator {
    const quota = {
      hold: async () => ({ keep: () => this.log.push('keep'), giveBack: () => this.log.push('give back') }),
      reserveTokens: async (_: object, needed: () => NeededTokens) => {
        if (this.left === Infinity) return { settle: () => undefined };
        this.needed = needed();
        if (this.left < this.needed.least) throw new AppError('quota_exceeded', 'spent');
        const max = Math.min(this.left, this.needed.most);
        this.left -= max;
        return { max, settle: (used: number) => void (this.left += max - used) };
      },
    } as unknown as UsageQuota;
    const meter = {
      count: ({ tokens }: { tokens: object }) => void this.counted.push(tokens),
    } as unknown as UsageMeter;
    const generator: Generator = {
      description: { contextTokensMax: 8_000 } as Generator['description'],
      generate: (asked) => this.said(asked),
      rephrase: async () => ({ question: 'ibex', usesHistory: false, tokens: { input: 9, output: 3 } }) as never,
    };
    const user = { account: 'a', nuaClient: 'robot', model: 'm', customerKey: false };
    return meteredGenerator(generator, { meter, quota }, user);
  }

  get tokensLeft(): number {
    return this.left;
  }

  async all(asked: GenerationRequest = request, chunksMax = Infinity): Promise<readonly GenerationChunk[]> {
    const got: GenerationChunk[] = [];
    for await (const chunk of this.generator.generate(asked, { signal: new AbortController().signal })) {
      got.push(chunk);
      if (got.length >= chunksMax) break;
    }
    return got;
  }

  private async *said(asked: GenerationRequest): AsyncGenerator<GenerationChunk> {
    this.asked.push(asked);
    yield* this.chunks;
  }
}

describe('The tokens of a NUA client with a limit', () => {
  it('are those that the model says, whatever was expected', async () => {
    const client = new Client(10_000);
    expect(await client.all()).toEqual(answer);
    expect(client.tokensLeft).toBe(10_000 - 42);
    expect(client.counted).toEqual([expect.objectContaining({ type: 'question_answer', input: 30, output: 12 })]);
    expect(client.asked).toEqual([request]);
  });

  it('end the answer where the limit does', async () => {
    const client = new Client(100);
    await client.all();
    const [asked] = client.asked;
    const input = (client.needed?.least ?? 0) - 16;
    expect(asked?.answerTokensMax).toBe(100 - input);
    expect(input).toBeGreaterThan(10);
    expect(input).toBeLessThan(30);
  });

  it('do not lengthen an answer that its request keeps short', async () => {
    const client = new Client(100);
    await client.all({ ...request, answerTokensMax: 20 });
    expect(client.asked[0]?.answerTokensMax).toBe(20);
    expect(client.tokensLeft).toBe(100 - 42);
  });

  it('keep the model from being asked when too few are left, and nothing is counted', async () => {
    const client = new Client(10);
    await expect(client.all()).rejects.toMatchObject({ code: 'quota_exceeded' });
    expect([client.asked, client.counted, client.log, client.tokensLeft]).toEqual([[], [], ['give back'], 10]);
  });

  it('of two questions at once are taken by one after the other', async () => {
    const client = new Client(50);
    const [one, other] = await Promise.allSettled([client.all(), client.all()]);
    expect([one.status, other.status]).toEqual(['fulfilled', 'rejected']);
    expect(client.asked).toHaveLength(1);
  });

  it('are the prompt and what was heard, of an answer that is left early', async () => {
    const client = new Client(10_000);
    await client.all(request, 1);
    const input = (client.needed?.least ?? 0) - 16;
    expect(client.tokensLeft).toBe(10_000 - input - 'Steep rocks.'.length / 3);
  });

  it('come back when the model fails before its first word', async () => {
    const client = new Client(10_000, []);
    expect(await client.all()).toEqual([]);
    expect([client.tokensLeft, client.log]).toEqual([10_000, ['give back']]);
  });

  it('are those of rewritten questions, too', async () => {
    const client = new Client(1_000);
    const { signal } = new AbortController();
    await client.generator.rephrase({ question: 'And where?', history: [], extraContext: [] }, { signal });
    expect(client.tokensLeft).toBe(1_000 - 12);
  });

  it('are not estimated without a limit', async () => {
    const client = new Client(Infinity);
    expect(await client.all()).toEqual(answer);
    expect([client.needed, client.asked]).toEqual([undefined, [request]]);
  });
});
