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
});
