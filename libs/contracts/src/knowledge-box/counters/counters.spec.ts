import { join } from 'node:path';
import { membersOf } from '../../validation/answers.fixture';
import { conductOf, faults, received, routesOf } from '../../validation/requests.fixture';
import { countContent, listShards } from './counters.operations';

const answer = (name: string) => membersOf(join(__dirname, 'counters.dto.ts'), name);

describe('the counters of a knowledge box', () => {
  it('are read by guests of a published box, too, and shards by managers alone', () => {
    expect(routesOf(countContent, listShards)).toEqual({
      'GET /kb/{kbid}/counters': '200 json; READER or MANAGER of kb; sa user pat eph none',
      'GET /kb/{kbid}/shards': '200 json; MANAGER of kb; sa user pat',
    });
    expect(conductOf(countContent, listShards)).toEqual({ 'kb.counters.get': '10 s', 'kb.shard.list': '10 s' });
  });

  it('name the shards only when the request asks for them', () => {
    expect(received(countContent, {})).toEqual({ query: { debug: false } });
    for (const written of ['true', '1', 'yes', 'on', 't', 'Y', 'TRUE'])
      expect(received(countContent, { query: { debug: written } })).toMatchObject({ query: { debug: true } });
    for (const written of ['false', '0', 'no', 'off', 'f', 'N'])
      expect(received(countContent, { query: { debug: written } })).toMatchObject({ query: { debug: false } });
    expect(faults(countContent, { query: { debug: 'maybe' } })).toEqual([
      'query.debug: Input should be a valid boolean, unable to interpret input',
    ]);
  });

  it('count everything, and shards may be absent', () => {
    expect(answer('KnowledgeBoxCounters')).toBe('resources, paragraphs, fields, sentences, index_size, shards?');
    expect(answer('KnowledgeBoxShards')).toBe('kbid, shards');
  });

  it('may be refused while an index is away', () => {
    for (const { fails = {} } of [countContent, listShards]) expect(Object.keys(fails)).toEqual(['unavailable']);
  });
});
