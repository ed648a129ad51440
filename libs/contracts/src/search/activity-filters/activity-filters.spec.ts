import { extra, required, tooMany, wireOf } from '../../validation/members.fixture';
import { refusals } from '../../validation/refused.fixture';
import { list } from '../../validation/requests.fixture';
import { ActivityFilters } from './activity-filters.dto';

const filterable = [
  ...['id', 'date', 'user_id', 'user_type', 'client_type', 'total_duration', 'audit_metadata', 'svc_tokens'],
  ...['question', 'resources_count', 'vectorset', 'min_score_bm25', 'min_score_semantic', 'result_per_page'],
  ...['retrieval_time', 'rephrased_question', 'answer', 'learning_id', 'feedback_good', 'feedback_comment'],
  ...['feedback_good_all', 'feedback_good_any', 'model', 'status', 'generative_answer_first_chunk_time'],
  ...['generative_reasoning_first_chunk_time', 'generative_answer_time', 'reasoning'],
];

describe('filters of activity', () => {
  it('are on these fields, each of which takes null or conditions', () => {
    const wire = wireOf(ActivityFilters, {});
    expect(Object.keys(wire).sort()).toEqual([...filterable].sort());
    for (const name of filterable)
      expect([name, wire[name]]).toEqual([name, name === 'audit_metadata' ? 'null list object' : 'null object']);
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
    'unknown',
  ])('are never on %s', (name) => {
    expect(refusals(ActivityFilters, { [name]: { isnull: true } })).toEqual([`${name}: ${extra}`]);
  });

  it.each([
    ['id', { gt: 5 }, { like: 'a' }],
    ['date', { ge: '2024-05-06' }, { ge: 5 }],
    ['question', { ilike: '%moon%' }, { eq: 5 }],
    ['total_duration', { lt: 0.5 }, { like: '1%' }],
    ['feedback_good', { eq: true }, { gt: false }],
    ['status', { isin: ['0', -1] }, { like: '0' }],
    ['svc_tokens', { isnull: false }, { isnull: 'perhaps' }],
  ])('on %s are of its kind', (name, good, bad) => {
    expect(refusals(ActivityFilters, { [name]: good })).toEqual([]);
    expect(refusals(ActivityFilters, { [name]: bad })).toHaveLength(1);
  });

  it('on members of the metadata are one, or a list of at most twenty, each with its key', () => {
    const audit = (audit_metadata: unknown) => refusals(ActivityFilters, { audit_metadata });
    expect(audit({ key: 'page', eq: 'home' })).toEqual([]);
    expect(
      audit([
        { key: 'page', eq: 'home' },
        { key: 'page', ne: 'a' },
      ]),
    ).toEqual([]);
    expect(audit(list(20, () => ({ key: 'a' })))).toEqual([]);
    expect(audit(list(21, () => ({ key: 'a' })))).toContain(`audit_metadata.list[AuditCondition]: ${tooMany(20)}`);
    expect(audit([{ eq: 'home' }])).toContain(`audit_metadata.list[AuditCondition].0.key: ${required}`);
  });
});
