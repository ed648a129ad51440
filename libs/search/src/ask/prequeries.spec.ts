import { validate } from '@lectern/contracts/core';
import { AskRequest } from '@lectern/contracts/search';
import { graphStrategyOf, prequeryPlan } from './prequeries';

const asked = (members: object) => validate(AskRequest, { query: 'q', ...members });
const queries = (...of: object[]) => ({
  rag_strategies: [{ name: 'prequeries', queries: of.map((one) => ({ request: { query: 'p' }, ...one })) }],
});
const onBox = { isOnResource: false };
const onResource = { isOnResource: true };
const schemaOf = (...names: string[]) => ({
  name: 'person',
  parameters: {
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name, { type: 'string', description: `The ${name}` }])),
  },
});

describe('what is searched besides a question', () => {
  it('is nothing without a strategy', () => {
    expect(prequeryPlan(asked({}), onBox)).toMatchObject({ prefilters: [], prequeries: [], asksMain: true });
  });

  it('has names by position unless it says others, and prefilters apart', () => {
    const { prefilters, prequeries } = prequeryPlan(asked(queries({}, { id: 'x', prefilter: true }, {})), onBox);
    expect([prefilters, prequeries].map((list) => list.map(({ id }) => id))).toEqual([
      ['x'],
      ['prequery_0', 'prequery_2'],
    ]);
  });

  it.each([[queries({ id: 'x' }, { id: 'x' })], [queries({ id: 'prequery_1' }, {})]])('has unique names', (members) => {
    expect(() => prequeryPlan(asked(members), onBox)).toThrow(
      'Invalid query. Error in rag_strategies: Prequeries must have unique ids',
    );
  });

  it('follows the graph as the strategy says, and as usual for the feature without a query of it', () => {
    const strategy = { rag_strategies: [{ name: 'graph_beta', hops: 1 }] };
    expect(graphStrategyOf(asked({}), onBox)).toBeUndefined();
    expect(graphStrategyOf(asked(strategy), onBox)).toMatchObject({ hops: 1 });
    expect(graphStrategyOf(asked({ features: ['graph'] }), onBox)).toMatchObject({ name: 'graph_beta', hops: 3 });
    expect(graphStrategyOf(asked({ features: ['graph'], ...strategy }), onBox)).toMatchObject({ hops: 1 });
    expect(graphStrategyOf(asked({ features: ['graph'], graph_query: { prop: 'path' } }), onBox)).toBeUndefined();
    expect(graphStrategyOf(asked({ features: ['graph'] }), onResource)).toBeUndefined();
  });

  it('makes no prequeries of properties that ask the graph', () => {
    const request = asked({ query: '', features: ['keyword', 'graph'], answer_json_schema: schemaOf('name') });
    const { prequeries } = prequeryPlan(request, onResource);
    expect(prequeries.map(({ request: { features } }) => features)).toEqual([['keyword']]);
  });

  it('has no prefilters within one resource', () => {
    expect(() => prequeryPlan(asked(queries({ prefilter: true })), onResource)).toThrow(
      expect.objectContaining({ code: 'invalid_query' }),
    );
  });

  it('replaces a question that says nothing, but not where it only says in which resources to look', () => {
    expect(prequeryPlan(asked({ query: ' ', ...queries({}) }), onBox).asksMain).toBe(false);
    expect(prequeryPlan(asked({ query: '', ...queries({ prefilter: true }) }), onBox).asksMain).toBe(true);
  });
});

describe('an object that is asked of a resource without a question', () => {
  it('is searched property by property, as the question says how and where', () => {
    const security = { groups: ['hr'] };
    const request = asked({
      query: '',
      answer_json_schema: schemaOf('name', 'age'),
      min_score: 0.4,
      security,
      features: ['keyword', 'relations'],
      filters: ['/l/a/b'],
      show_hidden: true,
    });
    const { prequeries, asksMain } = prequeryPlan(request, onResource);
    expect(asksMain).toBe(false);
    expect(prequeries.map((one) => one.request)).toEqual(
      ['name: The name', 'age: The age'].map((query) =>
        expect.objectContaining({
          query,
          top_k: 10,
          min_score: 0.4,
          features: ['keyword'],
          security,
          filters: ['/l/a/b'],
          show_hidden: true,
        }),
      ),
    );
  });

  it('may be a plain schema, and properties may say nothing of themselves', () => {
    const answer_json_schema = { type: 'object', properties: { name: {}, other: true } };
    const { prequeries } = prequeryPlan(asked({ query: '', answer_json_schema }), onResource);
    expect(prequeries.map(({ request }) => request.query)).toEqual(['name', 'other']);
  });

  it('is refused with more properties than there may be prequeries', () => {
    const names = Array.from({ length: 16 }, (_, n) => `p${n}`);
    const request = asked({ query: '', answer_json_schema: schemaOf(...names) });
    expect(() => prequeryPlan(request, onResource)).toThrow(
      'Answer JSON schema with too many properties generated too many prequeries',
    );
    expect(prequeryPlan(request, onBox).prequeries).toEqual([]);
    expect(prequeryPlan(asked({ answer_json_schema: schemaOf(...names) }), onResource).prequeries).toEqual([]);
  });

  it('is what the caller says where the request has prequeries', () => {
    const request = asked({ query: '', answer_json_schema: schemaOf('name'), ...queries({ id: 'mine' }) });
    expect(prequeryPlan(request, onResource).prequeries.map(({ id }) => id)).toEqual(['mine']);
  });
});
