import { validate } from '@lectern/contracts/core';
import { ActivityFilters } from '@lectern/contracts/search';
import { compileFilters } from './activity-filter';

const compiled = (filters: object, first = 1) => compileFilters(validate(ActivityFilters, filters), first);

describe('filters of activity', () => {
  it('become parameters, none of whose values is in the SQL', () => {
    const hostile = `'; DROP TABLE activity; --`;
    const { sql, values } = compiled({ question: { eq: hostile, like: hostile, isin: [hostile] } });
    expect(sql).not.toContain('DROP');
    expect(values).toEqual([hostile, [hostile], hostile]);
  });

  it('count their parameters from a given number', () => {
    expect(compiled({ resources_count: { gt: 2, le: 9 } }, 5)).toEqual({
      sql: '"resources_count" > $5::double precision AND "resources_count" <= $6::double precision',
      values: [2, 9],
    });
  });

  it('are nothing where nothing is asked, also by members that are null', () => {
    const nothing = { sql: '', values: [] };
    expect(compiled({})).toEqual(nothing);
    expect(compiled({ question: null, model: { eq: null, isin: null, isnull: null } })).toEqual(nothing);
    expect(compiled({ audit_metadata: [] })).toEqual(nothing);
    expect(compiled({ audit_metadata: [{ key: 'a' }, { key: 'b', eq: null }] })).toEqual(nothing);
  });

  it('look up members of the audit metadata by a parameter, of a list or alone', () => {
    const condition = { key: `a'b`, eq: 'x' };
    const alone = compiled({ audit_metadata: condition });
    expect(alone.values).toEqual([`a'b`, 'x']);
    expect(compiled({ audit_metadata: [condition] })).toEqual(alone);
  });

  it('take the code of a status as number and as text', () => {
    expect(compiled({ status: { eq: '-2' } }).values).toEqual([-2]);
    expect(compiled({ status: { isin: [0, '-3'] } }).values).toEqual([[0, -3]]);
  });

  it.each([
    'retrieved_context',
    'chat_history',
    'feedback',
    'rag_strategies',
    'rag_strategies_names',
    'remi_scores',
    'user_request',
    'filter',
    'security',
    'retrieval_rephrased_question',
    'token_details',
    'resource_id',
    'other',
  ])('cannot be on %s', (field) => {
    expect(() => compiled({ [field]: {} })).toThrow(expect.objectContaining({ code: 'invalid_request' }));
  });

  it.each([
    { question: { eq: 1 } },
    { question: { regex: 'a' } },
    { question: { like: 'a\\' } },
    { question: { isin: 'a' } },
    { resources_count: { like: '1%' } },
    { resources_count: { eq: 'one' } },
    { date: { ge: 'yesterday' } },
    { feedback_good: { gt: true } },
    { status: { eq: 'success' } },
    { id: { eq: -1 } },
    { audit_metadata: { eq: 'x' } },
    { question: 'moon' },
  ])('are refused when they are wrong: %j', (filters) => {
    expect(() => compiled(filters)).toThrow(expect.objectContaining({ code: 'invalid_request' }));
  });
});
