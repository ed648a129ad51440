import { AskConfig } from '@lectern/contracts/agents';
import { AskRequest, type AskItem } from '@lectern/contracts/search';
import { validate } from '@lectern/contracts/core';
import { type ChatScript, objectOf, testRun } from '../../../engine/module-run.fixture';
import type { BoxQuestion } from '../../../engine/module-sources';
import { ask, askMembers } from './ask';

const question = { id: 'q', text: 'What was written about the ibex in May?' };
const configOf = (members: Partial<AskConfig> = {}) =>
  Object.assign(new AskConfig(), { module: 'ask', sources: ['box'], ...members });

/** A box that has no answer, and notes what it was asked. */
async function askedOf(config: AskConfig, script?: ChatScript): Promise<readonly BoxQuestion[]> {
  const asked: BoxQuestion[] = [];
  const nothing: AskItem = { type: 'status', code: '-3', status: 'no_retrieval_data' };
  const source = {
    identifier: 'box',
    ask: async function* (request: BoxQuestion) {
      asked.push(request);
      yield nothing;
    },
  };
  await ask.run(config, question, testRun({ sources: [source], ...(script && { script }) }).run);
  return asked;
}

describe('the options of ask', () => {
  it('mean members of an ask, which accepts them', () => {
    const config = configOf({
      pre_queries: ['horns'],
      filters: ['/l/topics/goats'],
      security_groups: ['hr'],
      rephrase_semantic_custom_prompt: 'Rewrite {question}',
      extra_fields: ['t/body'],
      query_entities: [{ name: 'Ibex', type: 'entity', subtype: 'ANIMAL' }],
      retrieve_related: true,
      top_k: 7,
      before: 1,
      after: 3,
    });
    const members = askMembers(config);
    expect(members).toMatchObject({
      top_k: 7,
      filters: ['/l/topics/goats'],
      security: { groups: ['hr'] },
      rephrase: true,
      rephrase_prompt: 'Rewrite {question}',
      rag_strategies: [
        { name: 'neighbouring_paragraphs', before: 1, after: 3 },
        { name: 'field_extension', fields: ['t/body'] },
        { name: 'prequeries', queries: [{ request: { query: 'horns' }, weight: 1 }] },
        { name: 'graph_beta' },
      ],
      features: ['keyword', 'semantic', 'graph'],
      graph_query: { or: [{ prop: 'node', value: 'Ibex', type: 'entity', group: 'ANIMAL' }] },
    });
    expect(validate(AskRequest, { query: 'q', ...members })).toMatchObject({ top_k: 7 });
  });

  it.each([
    [{ full_resource: true, extra_fields: ['t/body'] }, ['full_resource']],
    [{ before: 0, after: 0 }, []],
  ])('%j mean the strategies %j', (members, names) => {
    const { rag_strategies: strategies = [] } = askMembers(configOf(members));
    expect(strategies.map(({ name }) => name)).toEqual(names);
  });

  it('show images to models only if the configuration lets them', () => {
    expect(askMembers(configOf()).rag_images_strategies).toHaveLength(2);
    expect(askMembers(configOf({ vllm: false })).rag_images_strategies).toBeUndefined();
  });
});

describe('ask', () => {
  const read: ChatScript = () => objectOf({ query: 'ibex', since: '2026-05-01', until: 'in June' });

  it('reads parameters from the question when the question finds nothing', async () => {
    const asked = await askedOf(configOf({ date_range_enabled: true }), read);
    expect(asked.map(({ query }) => query)).toEqual([question.text, 'ibex']);
    expect(asked[1]?.filter_expression).toEqual({ field: { prop: 'created', since: '2026-05-01' } });
  });

  it('reads them at once without fast_answer, and no dates unless it may', async () => {
    const asked = await askedOf(configOf({ fast_answer: false }), read);
    expect(asked).toMatchObject([{ query: 'ibex' }]);
    expect(asked[0]?.filter_expression).toBeUndefined();
  });

  it.each([
    ['without a language model', {}, undefined],
    ['when it may not', { ai_parameter_search: false }, read],
  ])('asks the question as it is %s', async (_, members, script) => {
    expect((await askedOf(configOf(members), script)).map(({ query }) => query)).toEqual([question.text]);
  });

  describe('with prompts of its own', () => {
    const prompts = {
      rephrase_lexical_custom_prompt: 'Words of {question}',
      keywords_custom_prompt: 'Keywords of {question}',
      visual_enable_prompt: 'Are pictures needed for {question}',
    };
    const preQueries = (asked: BoxQuestion | undefined) =>
      asked?.rag_strategies?.flatMap((one) =>
        one.name === 'prequeries' ? one.queries.map(({ request }) => request) : [],
      );
    const write: ChatScript = ({ question: prompt }) => {
      if (prompt === `Words of ${question.text}`) return objectOf({ query: 'ibex -may "goat"' });
      if (prompt === `Keywords of ${question.text}`) return objectOf({ keywords: ['ibex', 'horn'] });
      return objectOf({ shows_images: prompt !== `Are pictures needed for ${question.text}` });
    };

    it('searches by words for what a model writes, and by meaning for the question', async () => {
      const [asked] = await askedOf(configOf({ ...prompts, ai_parameter_search: false }), write);
      expect(asked).toMatchObject({ query: question.text, features: ['semantic'] });
      expect(preQueries(asked)).toMatchObject([
        { query: 'ibex may  goat', features: ['keyword'] },
        { query: 'ibex horn', features: ['keyword'] },
      ]);
      expect(asked?.rag_images_strategies).toBeUndefined();
      expect(validate(AskRequest, { ...asked })).toMatchObject({ features: ['semantic'] });
    });

    it('searches for keywords besides the question', async () => {
      const config = configOf({ keywords_custom_prompt: prompts.keywords_custom_prompt, ai_parameter_search: false });
      const [asked] = await askedOf(config, write);
      expect(asked?.features).toBeUndefined();
      expect(preQueries(asked)).toMatchObject([{ query: 'ibex horn', features: ['keyword'] }]);
    });

    it.each([
      ['without a language model', undefined],
      ['when the model writes nothing of use', () => objectOf({ query: 7, keywords: 'x', shows_images: 'yes' })],
    ])('asks the question as it is %s', async (_, script) => {
      const [asked] = await askedOf(configOf({ ...prompts, ai_parameter_search: false }), script);
      expect(asked?.query).toBe(question.text);
      expect(asked?.features).toBeUndefined();
      expect(preQueries(asked)).toEqual([]);
      expect(asked?.rag_images_strategies).toHaveLength(2);
    });
  });
});
