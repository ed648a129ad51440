import { refusals } from '../validation/refused.fixture';
import { validate } from '../validation/validate';
import { AskRequest } from './ask/ask.dto';
import { fieldsProblem, imageStrategiesProblem, strategiesProblem, strippedField } from './rag-strategy-rules';

const named = (...names: string[]) => names.map((name) => ({ name }));
const asked = (...strategies: object[]) => refusals(AskRequest, { query: 'q', rag_strategies: strategies });

describe('strategies of a question', () => {
  it('may be none', () => {
    for (const rag_strategies of [undefined, null, []])
      expect(validate(AskRequest, { query: 'q', rag_strategies })).toMatchObject({ rag_strategies: [] });
  });

  it('are one of each name', () => {
    const repeated = 'There must be at most one strategy of each type';
    expect(strategiesProblem(named('prequeries', 'hierarchy', 'prequeries'))).toBe(repeated);
    expect(imageStrategiesProblem(named('tables', 'tables'))).toBe(repeated);
  });

  it.each([
    ['hierarchy', 'full_resource, hierarchy'],
    ['neighbouring_paragraphs', 'full_resource, neighbouring_paragraphs'],
    ['field_extension', 'field_extension, full_resource'],
  ])('are not full_resource with %s', (name, sorted) => {
    const text = `The following strategies cannot be combined in the same request: ${sorted}`;
    expect(strategiesProblem(named(name, 'full_resource'))).toBe(text);
    expect(strategiesProblem(named('full_resource', 'metadata_extension', name))).toBe(text);
  });

  it('have a name that is known', () => {
    expect(asked({})).toEqual([expect.stringContaining("Unable to extract tag using discriminator 'name'")]);
    expect(asked({ name: 'other' })).toEqual([expect.stringContaining("Input tag 'other'")]);
  });

  it('have bounds', () => {
    const many = Array.from({ length: 16 }, () => ({ request: { query: 'q' } }));
    for (const wrong of [
      { name: 'prequeries', queries: many },
      { name: 'prequeries', queries: [] },
      { name: 'prequeries', queries: [{}] },
      { name: 'prequeries', queries: [{ request: {}, id: '' }] },
      { name: 'prequeries', queries: [{ request: {}, id: 'x'.repeat(101) }] },
      { name: 'prequeries', queries: [{ request: { top_k: 201 } }] },
      { name: 'prequeries', queries: [{ request: {}, weight: -1 }] },
      { name: 'prequeries', queries: [{ request: {} }], main_query_weight: -1 },
      { name: 'graph_beta', hops: 0 },
      { name: 'graph_beta', hops: 11 },
      { name: 'graph_beta', top_k: 301 },
      { name: 'graph_beta', relation_ranking: 'other' },
      { name: 'graph_beta', query_entity_detection: 'other' },
      { name: 'hierarchy', count: 1_025 },
      { name: 'neighbouring_paragraphs', before: -1 },
      { name: 'metadata_extension' },
      { name: 'metadata_extension', types: [] },
      { name: 'metadata_extension', types: ['other'] },
      { name: 'full_resource', count: 0 },
      { name: 'conversation', max_messages: -1 },
    ])
      expect(asked(wrong)).toHaveLength(1);
  });

  it('name fields as letter and id, with or without slashes around them', () => {
    expect(fieldsProblem(['t/body', '/f/report/', 'u/a', 'c/b', 'a/title'])).toBeUndefined();
    expect(strippedField('/f/report/')).toBe('f/report');
    for (const wrong of ['body', 'k/price', 't/', 't/a/b', ''])
      expect(fieldsProblem([wrong])).toContain('valid types are t (text)');
  });
});
