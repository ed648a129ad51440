import { join } from 'node:path';
import { membersOf } from '../../validation/answers.fixture';
import { refusals } from '../../validation/refused.fixture';
import { beyond, conductOf, faults, received, routesOf, text } from '../../validation/requests.fixture';
import { ExportedSearchConfiguration, SearchConfigurationTarget } from './search-configuration.dto';
import {
  createSearchConfiguration,
  deleteSearchConfiguration,
  getSearchConfiguration,
  listSearchConfigurations,
  readSearchConfiguration,
  replaceSearchConfiguration,
} from './search-configuration.operations';

const create = (body: unknown) => faults(createSearchConfiguration, { body });
const OWNS = 'OWNER of kb; sa user pat';

describe('search configurations', () => {
  it('are written by owners, and read by readers and guests', () => {
    expect(
      routesOf(
        createSearchConfiguration,
        replaceSearchConfiguration,
        deleteSearchConfiguration,
        getSearchConfiguration,
        listSearchConfigurations,
      ),
    ).toEqual({
      'POST /kb/{kbid}/search_configurations/{name}': `201 empty; ${OWNS}`,
      'PATCH /kb/{kbid}/search_configurations/{name}': `200 empty; ${OWNS}`,
      'DELETE /kb/{kbid}/search_configurations/{name}': `204 empty; ${OWNS}`,
      'GET /kb/{kbid}/search_configurations/{name}': '200 json; READER of kb; sa user pat eph none',
      'GET /kb/{kbid}/search_configurations': '200 json; READER of kb; sa user pat eph none',
    });
    expect(routesOf(readSearchConfiguration)).toEqual({});
  });

  it('conflict when they are created twice, and are missing when they are replaced or deleted', () => {
    const codes = ({ fails = {} }: { fails?: object }) => Object.keys(fails).sort();
    expect(codes(createSearchConfiguration)).toEqual(['conflict', 'quota_exceeded', 'storage_full']);
    expect(codes(replaceSearchConfiguration)).toEqual(['not_found', 'storage_full']);
    expect(codes(deleteSearchConfiguration)).toEqual(['not_found', 'storage_full']);
    expect(
      conductOf(
        createSearchConfiguration,
        replaceSearchConfiguration,
        deleteSearchConfiguration,
        getSearchConfiguration,
        listSearchConfigurations,
      ),
    ).toEqual({
      'kb.search-configuration.create': '60 s, needs room',
      'kb.search-configuration.replace': '60 s, needs room',
      'kb.search-configuration.delete': '60 s',
      'kb.search-configuration.get': '10 s',
      'kb.search-configuration.list': '10 s',
    });
  });

  it('answer with the kind and the members', () => {
    expect(membersOf(join(__dirname, 'search-configuration.dto.ts'), 'SearchConfiguration')).toBe('kind, config');
  });
});

describe('a search configuration', () => {
  it('is for a find or for an ask, which may lack the question', () => {
    expect(create({ kind: 'find', config: {} })).toEqual([]);
    expect(create({ kind: 'ask', config: {} })).toEqual([]);
    expect(create({ kind: 'ask', config: { query: 'What pulls the sea?' } })).toEqual([]);
    const body = { kind: 'ask', config: { top_k: 5, unknown: [1], features: ['keyword'] } };
    expect(received(replaceSearchConfiguration, { body })).toEqual({ body });
  });

  it.each([
    [{ config: {} }, 'body.kind: Field required'],
    [{ kind: 'search', config: {} }, "body.kind: Input should be 'find' or 'ask'"],
    [{ kind: null, config: {} }, "body.kind: Input should be 'find' or 'ask'"],
    [{ kind: 'find' }, 'body.config: Field required'],
    [{ kind: 'find', config: null }, 'body.config: Input should be a valid dictionary'],
    [{ kind: 'find', config: [] }, 'body.config: Input should be a valid dictionary'],
    [{ kind: 'find', config: 'fast' }, 'body.config: Input should be a valid dictionary'],
    [
      { kind: 'find', config: { top_k: 'many' } },
      'body: Value error, config.top_k: Input should be a valid integer, unable to parse string as an integer',
    ],
    [
      { kind: 'ask', config: { search_configuration: 'other' } },
      'body: Value error, config.search_configuration: a search configuration cannot name another one',
    ],
  ])('refuses %j', (body, fault) => {
    expect(create(body)).toEqual([fault]);
    expect(faults(replaceSearchConfiguration, { body })).toEqual([fault]);
  });

  it('keeps the bounds of its kind', () => {
    for (const top_k of [0, 200]) expect(create({ kind: 'find', config: { top_k } })).toEqual([]);
    expect(create({ kind: 'find', config: { top_k: 201 } })).toHaveLength(1);
    expect(create({ kind: 'ask', config: { top_k: 1 } })).toEqual([]);
    expect(create({ kind: 'ask', config: { top_k: 0 } })).toHaveLength(1);
  });

  it('has at most 400,000 characters of JSON', () => {
    const sized = (size: number) => ({ kind: 'find', config: { other: text(size - '{"other":""}'.length) } });
    expect(beyond(400_000, (size) => create(sized(size)))).toEqual([
      'body.config: Value error, longer than 400000 characters of JSON',
    ]);
  });

  it('is named by 1 to 250 characters', () => {
    const named = (name: unknown) => refusals(SearchConfigurationTarget, { kbid: 'k', name });
    expect(named('für alle 😀')).toEqual([]);
    expect(named('')).toEqual(['name: String should have at least 1 character']);
    expect(beyond(250, (size) => named(text(size)))).toEqual(['name: String should have at most 250 characters']);
  });
});

describe('a search configuration in a file', () => {
  it('is what a request would create', () => {
    const of = (configuration: object) => refusals(ExportedSearchConfiguration, { name: 'mine', configuration });
    expect(of({ kind: 'find', config: { top_k: 5 } })).toEqual([]);
    expect(of({ kind: 'find', config: { top_k: 201 } })).toHaveLength(1);
    expect(of({ kind: 'ask', config: { search_configuration: 'other' } })).toHaveLength(1);
    expect(refusals(ExportedSearchConfiguration, {})).toEqual([
      'name: Field required',
      'configuration: Field required',
    ]);
  });
});
