import { throughDoor } from '../../core/door';
import { membersOf } from '../../validation/answers.fixture';
import { extra, required, tooLong, tooMany, wireOf } from '../../validation/members.fixture';
import { conductOf, faults, list, received, routesOf, text } from '../../validation/requests.fixture';
import { SuggestQuery, SuggestRequest } from './suggest.dto';
import { suggest } from './suggest.operations';

const suggestByQuery = throughDoor(suggest, 'search.suggest.get', SuggestQuery);

const smallest = { query: 'tid' };
const byBody = (members: object) => faults(suggest, { body: { ...smallest, ...members } });
const byQuery = (members: object) => faults(suggestByQuery, { query: { ...smallest, ...members } });
const file = `${__dirname}/suggest.dto.ts`;

describe('suggesting', () => {
  it('is for readers, and for anyone of a published knowledge box, in a lane of its own', () => {
    expect(routesOf(suggest)).toEqual({
      'POST /kb/{kbid}/suggest': '200 json; READER of kb; sa user pat eph none',
      'GET /kb/{kbid}/suggest': '200 json; READER of kb; sa user pat eph none',
    });
    expect(Object.values(conductOf(suggest))).toEqual(['12 s, search, lane suggest']);
  });

  it('needs a text, and gives both lists unless it says which', () => {
    expect(wireOf(SuggestRequest, smallest)).toEqual({
      query: 'text!',
      features: 'null list = ["paragraph","entities"]',
      filter_expression: 'null flag whole fraction text list object',
      security: 'null object',
      show_hidden: 'null flag = false',
      highlight: 'null flag = false',
    });
    expect(faults(suggest, { body: {} })).toEqual([`body.query: ${required}`]);
    expect(faults(suggestByQuery, { query: {} })).toEqual([`query.query: ${required}`]);
    expect(received(suggestByQuery, { query: { query: 'tid', features: 'entities' } }).query).toEqual({
      query: 'tid',
      features: ['entities'],
      fields: [],
      filters: [],
      show_hidden: false,
      highlight: false,
      debug: false,
    });
  });

  it.each([
    ['query', text(20_000), text(20_001), tooLong(20_000)],
    ['features', list(100, () => 'entities'), list(101, () => 'entities'), tooMany(100)],
  ])('takes %s up to its bound, in both ways', (name, most, more, fault) => {
    expect([byBody({ [name]: most }), byQuery({ [name]: most })]).toEqual([[], []]);
    expect([byBody({ [name]: more }), byQuery({ [name]: more })]).toEqual([
      [`body.${name}: ${fault}`],
      [`query.${name}: ${fault}`],
    ]);
  });

  it('knows two lists', () => {
    for (const features of [['keyword'], ['paragraphs'], ['intents']]) {
      expect(byBody({ features })).toEqual(["body.features.0: Input should be 'paragraph' or 'entities'"]);
      expect(byQuery({ features })).toEqual(["query.features.0: Input should be 'paragraph' or 'entities'"]);
    }
  });

  it('refuses members that it does not know in a body, and in a query those like a restriction', () => {
    expect(byBody({ fields: ['t/body'] })).toEqual([`body.fields: ${extra}`]);
    expect(byBody({ security_groups: null })).toEqual([`body.security_groups: ${extra}`]);
    expect(byQuery({ autofilter: 'true' })).toEqual([]);
    expect(byQuery({ security: 'hr' })).toEqual([`query.security: ${extra}; did you mean security_groups?`]);
  });

  it('bounds a filter expression in both ways', () => {
    const many = { field: { or: list(501, () => ({ prop: 'field' })) } };
    expect(byBody({ filter_expression: many })).toEqual([
      'body.filter_expression: Value error, a filter has at most 500 conditions',
    ]);
    expect(byQuery({ filter_expression: JSON.stringify(many) })).toEqual([
      'query.filter_expression: Value error, a filter has at most 500 conditions',
    ]);
  });

  it('answers a list for each feature, at most', () => {
    expect(membersOf(file, 'Suggestions')).toBe('paragraphs?, entities?, shards?, warnings?');
    expect(membersOf(file, 'SuggestedParagraphs')).toBe('results, query, min_score');
    expect(membersOf(file, 'SuggestedEntities')).toBe('total, entities');
    expect(membersOf(file, 'SuggestedEntity')).toBe('family, value');
  });
});
