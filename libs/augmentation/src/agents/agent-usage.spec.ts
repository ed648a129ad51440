import { validate } from '@lectern/contracts/core';
import { AgentParameters, agentTaskNames, type AgentTaskName } from '@lectern/contracts/understanding';
import type { MeasuredTokens } from '@lectern/contracts/accounts';
import { meteredGenerator } from '../../../understanding/src/prediction/metered-generator';
import { EmbeddingUse } from '../../../understanding/src/prediction/embedding-use';
import { AgentEngine } from './agent-engine';
import { newTaskSecrets, predictionsWith } from './agent-world.fixture';
import { JsonWriter, textOf } from './json-writer.fixture';

const label = { label: { ident: 'topic', labels: [{ label: 'sea' }] } };

/** What each task uses, and how it is run; undefined where it reads nothing by a model. */
const uses: Readonly<
  Record<AgentTaskName, { readonly operation?: object; readonly counts: 'question_answer' | 'sentence' | undefined }>
> = {
  labeler: { operation: label, counts: 'question_answer' },
  'llm-graph': { operation: { graph: { ident: 'people' } }, counts: 'question_answer' },
  'synthetic-questions': { operation: { qa: {} }, counts: 'question_answer' },
  ask: { operation: { ask: { question: 'Who?', destination: 'who' } }, counts: 'question_answer' },
  extract: { operation: { extract: {} }, counts: undefined },
  'prompt-guard': { operation: { prompt_guard: {} }, counts: 'question_answer' },
  'llm-guard': { operation: { llm_guard: {} }, counts: 'question_answer' },
  memory: { operation: { memory: { ident: 'memory' } }, counts: 'question_answer' },
  // Its names are judged by the model of `AgentEngine.modelsOf`, as the others are.
  'llm-align': { counts: 'question_answer' },
  'semantic-model-migrator': { counts: 'sentence' },
  env: { counts: 'sentence' },
  dummy: { counts: undefined },
  // The intake of its resources counts, as that of all others.
  'demo-dataset': { counts: undefined },
};

describe('what tasks use', () => {
  const closing: (() => Promise<unknown>)[] = [];
  const { signal } = new AbortController();
  const box = { kbid: 'box', account: 'account', nuaClient: 'client' };

  afterAll(() => Promise.all(closing.map((close) => close())));

  /** An engine whose use is written down. */
  async function metered(followsPrompts = true) {
    const counted: { account?: string; kbid?: string; nuaClient?: string; tokens?: MeasuredTokens }[] = [];
    const meter = { count: (work: (typeof counted)[number]) => void counted.push(work) };
    const writer = new JsonWriter(() => 'Ada');
    Object.assign(writer, { description: { ...writer.description, followsPrompts } });
    const quota = {
      hold: async () => ({ keep: () => undefined, giveBack: () => undefined }),
      reserveTokens: async () => ({ settle: () => undefined }),
    };
    // The parts of both that a metered generator calls.
    const meters = { meter, quota } as never;
    const { predictions, close } = await predictionsWith(
      meteredGenerator(writer, meters, { ...box, model: 'writer', customerKey: false }) as JsonWriter,
    );
    closing.push(close);
    const use = new EmbeddingUse(meter as never, { isOwn: () => false });
    return { engine: new AgentEngine(predictions, newTaskSecrets(), use), use, counted };
  }
  const types = (counted: Awaited<ReturnType<typeof metered>>['counted']) => [
    ...new Set(counted.map(({ tokens }) => tokens?.type)),
  ];
  const entries = [{ id: '1', who: 'ann', text: 'I live in Rome.', context: [] }];
  const conversation = async () => ({ entries, facts: [] });

  it('is known of each kind of task', () => {
    expect(Object.keys(uses).toSorted()).toEqual(agentTaskNames.toSorted());
  });

  it.each(Object.entries(uses).filter(([, { operation }]) => operation))(
    'counts for the account, the box and the client: %s',
    async (_, { operation, counts }) => {
      const { engine, counted } = await metered();
      const parameters = validate(AgentParameters, { name: 'mine', on: 1, operations: [operation] });
      await engine.run(parameters, textOf('Ada sails on the sea.'), { box, signal, conversation });
      expect(types(counted)).toEqual(counts === undefined ? [] : [counts]);
      for (const { tokens, ...of } of counted) expect([of, (tokens?.input ?? 0) > 0]).toEqual([box, true]);
    },
  );

  it('counts tokens of the embedding model where labels are given by closeness of meaning', async () => {
    const { engine, counted } = await metered(false);
    const parameters = validate(AgentParameters, { name: 'mine', on: 1, operations: [label] });
    await engine.run(parameters, textOf('The sea.'), { box, signal });
    expect(types(counted)).toEqual(['sentence']);
    expect(counted.every(({ account, kbid, nuaClient }) => account && kbid && nuaClient)).toBe(true);
    // Labels are embedded once, the text is another one each time.
    const before = counted.length;
    await engine.run(parameters, textOf('Another sea.'), { box, signal });
    expect(counted.length - before).toBe(1);
  });

  it('counts the sentence by which the models are tried out', async () => {
    const { engine, counted } = await metered();
    await engine.embed(['A sentence.'], { box, signal });
    expect(counted).toMatchObject([{ ...box, tokens: { type: 'sentence', output: 0, customerKey: false } }]);
  });

  it('counts content that a migration has embedded for those who started it, and no other content', async () => {
    const { engine, use, counted } = await metered();
    const embedder = await engine.modelsOf(box).embedder();
    await use.countContent(['The sea.'], embedder, 'box');
    expect(counted).toEqual([]);
    use.countContentFor(async () => Promise.reject(new Error('The database is away')));
    await use.countContent(['The sea.'], embedder, 'third');
    expect(counted).toEqual([]);
    use.countContentFor(async ({ kbid, model }) =>
      kbid === 'moving' && model === embedder.description.id ? { account: 'account' } : undefined,
    );
    await use.countContent(['The sea.'], embedder, 'another');
    await use.countContent(['The sea.', 'The moon.'], embedder, 'moving');
    expect(counted).toMatchObject([{ account: 'account', kbid: 'moving', tokens: { type: 'sentence' } }]);
  });
});
