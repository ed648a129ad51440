import { wireOf } from '../../validation/members.fixture';
import { refusals, violations } from '../../validation/refused.fixture';
import { validateInput } from '../../validation/validate';
import { AskRequest } from '../ask/ask.dto';
import { FindQuery, FindRequest } from '../find/find.dto';
import { PredictReranker, RankFusionBoosting, ReciprocalRankFusion, WeightedScores } from './retrieval-request.dto';

const asked = (request: object) => refusals(AskRequest, { query: 'q', ...request });
const image = { content_type: 'image/png', b64encoded: 'iVBORw0' };
const queried = (query: object) =>
  violations(() => validateInput({ query: FindQuery }, { query })).map(({ loc, msg }) => `${loc[1]}: ${msg}`);

describe.each([
  ['find', (request: object) => refusals(FindRequest, request)],
  ['ask', asked],
])('%s', (_, refused) => {
  it('takes words that fields must have, or conditions on several', () => {
    for (const keyword_filters of [null, ['moon'], [{ all: ['moon'] }, { not_all: ['sea', 'high water'] }]])
      expect(refused({ keyword_filters })).toEqual([]);
    for (const keyword_filters of [['moon', { all: ['sea'] }], [{ all: ['a'], any: ['b'] }], [{}], 'moon', [1]])
      expect(refused({ keyword_filters })).not.toEqual([]);
  });

  it('accepts what clients send for members that they do not use, and what has no effect on purpose', () => {
    expect(
      refused({
        keyword_filters: [],
        query_image: null,
        with_synonyms: false,
        rephrase: false,
        rephrase_prompt: null,
        generative_model: null,
        search_configuration: null,
        filter_expression: null,
        security: null,
        autofilter: true,
        audit_metadata: { a: 'b' },
        highlight: false,
        debug: false,
        resource_filters: [],
        rank_fusion: { name: 'rrf', boosting: { graph: 1 } },
        shards: [],
        filters: [],
        fields: [],
      }),
    ).toEqual([]);
  });

  it('refuses a prompt that says nothing', () => {
    expect(refused({ rephrase_prompt: '' })).toEqual([expect.stringContaining('at least 1 character')]);
  });

  it.each([
    [{ security: { group: ['hr'] } }, 'security.RequestSecurity.group|security.group'],
    [{ security: { groups: ['hr'], other: 1 } }, 'security.other'],
    [{ security: { groups: ['a'], access_groups: ['b'] } }, 'security'],
    [{ security_groups: ['hr'] }, 'security_groups'],
    [{ groups: ['hr'] }, 'groups'],
    [{ 'security.groups': ['hr'] }, 'security.groups'],
  ])('refuses %j, which would show more than is meant', (request, place) => {
    expect(refused(request)).toEqual([expect.stringMatching(`^(${place}): `)]);
  });

  it.each([
    ['fields', { fields: Array(501).fill('t') }],
    ['fields.0', { fields: ['x'.repeat(4_097)] }],
    ['filters', { filters: Array(501).fill('/l/a') }],
    ['keyword_filters', { keyword_filters: Array(501).fill('moon') }],
    ['resource_filters', { resource_filters: Array(501).fill('r') }],
    ['filter_expression', { filter_expression: { field: { and: Array(501).fill({ prop: 'created' }) } } }],
    ['security.groups', { security: { groups: Array(1_001).fill('g') } }],
    ['security.groups.0', { security: { groups: ['x'.repeat(513)] } }],
    ['show', { show: Array(101).fill('basic') }],
    ['field_type_filter', { field_type_filter: Array(101).fill('text') }],
    ['extracted', { extracted: Array(101).fill('text') }],
    ['features', { features: Array(101).fill('keyword') }],
    ['vectorset', { vectorset: 'x'.repeat(251) }],
    ['generative_model', { generative_model: 'x'.repeat(251) }],
    ['search_configuration', { search_configuration: 'x'.repeat(251) }],
  ])('has a bound on %s that the refusal names', (place, request) => {
    expect(refused(request)).toEqual([expect.stringMatching(new RegExp(`^${place}: .*\\d`))]);
  });
});

describe('find', () => {
  it('bounds the parameters of rank fusion so that scores are finite', () => {
    const refused = (members: object) => refusals(FindRequest, { rank_fusion: { name: 'rrf', ...members } }).length > 0;
    for (const k of [0, 1e-300, 0.0009, 1_000_001, -1, 'x']) expect(refused({ k })).toBe(true);
    for (const k of [0.001, 1, 1_000_000]) expect(refused({ k })).toBe(false);
    for (const keyword of [-1_000_001, 1e300]) expect(refused({ boosting: { keyword } })).toBe(true);
    for (const semantic of [-1_000_000, 0, 1_000_000]) expect(refused({ boosting: { semantic } })).toBe(false);
  });

  it('bounds the weight of meaning in a sum of scores', () => {
    const refused = (semantic_weight: number) =>
      refusals(FindRequest, { rank_fusion: { name: 'wCombSUM', semantic_weight } }).length > 0;
    expect([-0.1, 0, 0.5, 1, 1.1].map(refused)).toEqual([true, false, false, false, true]);
  });

  it('takes as many conditions on labels as there may be', () => {
    expect(refusals(FindRequest, { filters: Array(500).fill({ any: ['/l/a'] }) })).toEqual([]);
    expect(refusals(FindRequest, { filters: Array(500).fill(1) }).length).toBeLessThanOrEqual(100);
  });

  it('takes images and prompts that rewrite, and no image after a token', () => {
    expect(refusals(FindRequest, { query_image: image, rephrase: true, rephrase_prompt: 'As {question}' })).toEqual([]);
    for (const wrong of [{ ...image, content_type: 'text/plain' }, { ...image, b64encoded: '*' }, {}, 'x'])
      expect(refusals(FindRequest, { query_image: wrong })).not.toEqual([]);
    expect(refusals(FindRequest, { rephrase_prompt: 'without the placeholder' })).toHaveLength(1);
    expect(refusals(FindRequest, { search_after: 'dG9rZW4=' })).toEqual([]);
    expect(refusals(FindRequest, { search_after: 'dG9rZW4=', query_image: image })).toHaveLength(1);
  });

  it('by query parameters refuses the same, and everything that looks like groups', () => {
    const vector = [...'012'];
    expect(queried({ vector, keyword_filters: 'sea', search_after: 'dG9rZW4=', rephrase: 'true' })).toEqual([]);
    for (const wrong of [{ vector: 'x' }, { rephrase: 'perhaps' }, { rephrase_prompt: 'x' }, { explain_missing: 'x' }])
      expect(queried(wrong)).not.toEqual([]);
    for (const name of [
      'security',
      'security.groups',
      'security[groups]',
      'groups',
      'access_groups',
      'Security_Groups',
    ])
      expect(queried({ [name]: 'hr' })).toEqual([
        `${name}: Extra inputs are not permitted; did you mean security_groups?`,
      ]);
    expect(queried({ security_groups: 'hr', autofilter: 'true', other: 'x' })).toEqual([]);
    expect(queried({ filter_expression: JSON.stringify({ and: Array(501).fill(1) }) })).toHaveLength(1);
    expect(queried({ filters: Array(501).fill('/l/a') })).toHaveLength(1);
  });
});

describe('ask', () => {
  it('accepts what clients send without content', () => {
    const idle = { rag_strategies: null, rag_images_strategies: [], extra_context_images: [], context: [] };
    for (const reasoning of [undefined, null, false, { effort: 'none', display: true }])
      expect(asked({ ...idle, reasoning })).toEqual([]);
  });

  it('takes few images and small ones', () => {
    expect(asked({ extra_context_images: [image] })).toEqual([]);
    expect(asked({ extra_context_images: Array(21).fill(image) })).toHaveLength(1);
    const large = { ...image, b64encoded: 'A'.repeat(3_500_000) };
    expect(asked({ extra_context_images: [large] })).toEqual([]);
    expect(asked({ extra_context_images: [large, large] })).toEqual([expect.stringContaining('At most 6000000')]);
    expect(asked({ extra_context_images: [{ ...image, b64encoded: '?' }] })).toHaveLength(1);
  });

  it('may have relations, the knowledge graph, or both', () => {
    for (const features of [['keyword', 'relations'], ['graph'], ['keyword', 'relations', 'graph']])
      expect(asked({ features })).toEqual([]);
  });

  it('has bounds on texts', () => {
    expect(asked({ chat_history: [{ author: 'USER', text: 'x'.repeat(200_001) }] })).toHaveLength(1);
    expect(asked({ extra_context: ['x'.repeat(2_097_153)] })).toHaveLength(1);
    expect(asked({ prompt: { system: 'x'.repeat(100_001) } }).length).toBeGreaterThan(0);
    expect(asked({ answer_json_schema: { description: 'x'.repeat(100_000) } })).toHaveLength(1);
    expect(
      asked({
        answer_json_schema: Array(64)
          .fill(0)
          .reduce<object>((of) => ({ of }), {}),
      }),
    ).toHaveLength(1);
  });
});

describe('how a request ranks', () => {
  it('has members of these kinds', () => {
    expect(wireOf(ReciprocalRankFusion, { name: 'rrf' })).toEqual({
      name: "'rrf'!",
      k: 'null whole fraction = 60',
      window: 'null whole',
      boosting: 'null object = {"keyword":1,"semantic":1,"graph":1}',
    });
    expect(wireOf(WeightedScores, { name: 'wCombSUM' })).toEqual({
      name: "'wCombSUM'!",
      semantic_weight: 'null whole fraction',
      window: 'null whole',
    });
    expect(wireOf(PredictReranker, { name: 'predict' })).toEqual({ name: "'predict'!", window: 'null whole' });
    expect(wireOf(RankFusionBoosting, {})).toEqual({
      keyword: 'null whole fraction = 1',
      semantic: 'null whole fraction = 1',
      graph: 'null whole fraction = 1',
    });
  });
});
