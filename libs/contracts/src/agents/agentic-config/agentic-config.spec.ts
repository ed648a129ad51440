import { required, tooLong, tooMany, wireOf } from '../../validation/members.fixture';
import { conductOf, faults, list, received, routesOf, text } from '../../validation/requests.fixture';
import { AgenticAskQuery } from '../agentic-ask/agentic-ask.dto';
import { openAgenticAskSocket } from '../agentic-ask/agentic-ask.operations';
import { BoxPartSource } from '../agentic-source/agentic-source.dto';
import {
  changeAgenticSource,
  createAgenticSource,
  deleteAgenticSource,
  getAgenticSource,
  listAgenticSources,
} from '../agentic-source/agentic-source.operations';
import { AgenticConfig, AgenticSearch } from './agentic-config.dto';
import {
  changeAgenticConfig,
  createAgenticConfig,
  deleteAgenticConfig,
  getAgenticConfig,
  listAgenticConfigs,
} from './agentic-config.operations';

const kbid = '4ff5e06c-d43f-4ccc-82eb-8cf1c202b212';

describe('how a knowledge box answers as an agent', () => {
  it('is read by readers, and changed by writers', () => {
    const reads = '200 json; READER of kb; sa user pat';
    const routes = (noun: string) => ({
      [`GET /kb/{kbid}/${noun}`]: reads,
      [`GET /kb/{kbid}/${noun}/{id}`]: reads,
      [`POST /kb/{kbid}/${noun}/{id}`]: '201 empty; WRITER of kb; sa user pat',
      [`PATCH /kb/{kbid}/${noun}/{id}`]: '204 empty; WRITER of kb; sa user pat',
      [`DELETE /kb/{kbid}/${noun}/{id}`]: '204 empty; WRITER of kb; sa user pat',
    });
    const configs = [
      listAgenticConfigs,
      getAgenticConfig,
      createAgenticConfig,
      changeAgenticConfig,
      deleteAgenticConfig,
    ];
    const sources = [
      listAgenticSources,
      getAgenticSource,
      createAgenticSource,
      changeAgenticSource,
      deleteAgenticSource,
    ];
    expect(routesOf(...configs)).toEqual(routes('agentic_configs'));
    expect(routesOf(...sources)).toEqual(routes('sources'));
    for (const operations of [configs, sources])
      expect(Object.values(conductOf(...operations))).toEqual([
        '10 s',
        '10 s',
        '10 s, needs room',
        '10 s, needs room',
        '10 s',
      ]);
    const { policy, http, feature } = openAgenticAskSocket;
    expect([policy.credentials, policy.role, policy.on]).toEqual([['sa', 'user', 'pat', 'eph'], 'READER', 'kb']);
    expect([http.path, feature]).toEqual(['/api/v1/kb/{kbid}/ask', 'generative']);
  });

  it('needs a title, and has defaults for the rest', () => {
    expect(wireOf(AgenticConfig, { title: 'Guide' })).toEqual({
      title: 'text!',
      rephrase: 'null object = {"history":true}',
      smart_agent: 'null object = {"mode":"reactive","sources":[],"history":false}',
      summarize: 'null object = {"conversational":false,"history":false}',
    });
    expect(wireOf(AgenticSearch, {})).toMatchObject({ mode: "null 'reactive' or 'plan_execute' = \"reactive\"" });
    const path = { kbid, id: 'guide' };
    expect(faults(createAgenticConfig, { path, body: {} })).toEqual([`body.title: ${required}`]);
    expect(faults(createAgenticConfig, { path, body: { title: text(251) } })).toEqual([`body.title: ${tooLong(250)}`]);
    const sources = list(21, () => 's');
    expect(faults(createAgenticConfig, { path, body: { title: 'T', smart_agent: { sources } } })).toEqual([
      `body.smart_agent.sources: ${tooMany(20)}`,
    ]);
    expect(faults(createAgenticConfig, { path: { kbid, id: 'a b' }, body: { title: 'T' } })).toHaveLength(1);
    expect(received(changeAgenticConfig, { body: { rephrase: null } }).body).toEqual({ rephrase: null });
  });

  it('searches parts of the box, the web and servers of tools, and refuses other sources by name', () => {
    const path = { kbid, id: 'goats' };
    const of = (body: object) => faults(createAgenticSource, { path, body });
    expect(wireOf(BoxPartSource, { type: 'kbdb' })).toMatchObject({
      labels: 'null list = []',
      resource_filters: 'null list = []',
    });
    for (const body of [
      { type: 'kbdb' },
      { type: 'perplexity', key: 'k', enabled_domains: ['example.org', '-example.com'] },
      { type: 'google', api_key: 'k', exclude_domains: [], time_range: null },
      { type: 'google', api_key: 'k', exclude_domains: ['example.org'], time_range: 'past_day' },
      { type: 'mcp', uri: 'https://example.org/mcp', headers: { 'x-key': 'k' }, valid_headers: ['x-team'] },
    ])
      expect(of(body)).toEqual([]);
    expect(of({ type: 'sync', source_id: 's' })).toEqual([]);
    expect(of({ type: 'sync' })).toEqual([]);
    expect(of({ type: 'sync', source_id: 's', connection: 's', params: null })).toEqual([]);
    expect(of({ type: 'sync', source_id: 's', connection: 'other' })).toEqual([
      expect.stringContaining('a document has one of them only'),
    ]);
    expect(of({ type: 'sync', source_id: 's', connection: { url: 'x' } })).toHaveLength(1);
    expect(of({ type: 'perplexity' })).toEqual([`body.perplexity.key: ${required}`]);
    expect(of({ type: 'google' })).toEqual([`body.google.api_key: ${required}`]);
    expect(of({ type: 'google', api_key: 'k', time_range: 'past_hour' })).toHaveLength(1);
    for (const domain of ['-example.org', 'https://example.org', 'a b', ''])
      expect(of({ type: 'google', api_key: 'k', exclude_domains: [domain] })).toHaveLength(1);
    const many = list(101, () => 'example.org');
    expect(of({ type: 'google', api_key: 'k', exclude_domains: many })).toEqual([
      `body.google.exclude_domains: ${tooMany(100)}`,
    ]);
    expect(of({ type: 'mcp', uri: 'file:///etc/passwd' })).toHaveLength(1);
    expect(of({ type: 'mcp', uri: 'https://a.example', headers: { 'bad name': 'x' } })).toHaveLength(1);
    expect(of({ type: 'kbdb', labels: list(101, () => 'a/b') })).toEqual([`body.kbdb.labels: ${tooMany(100)}`]);
  });

  it('narrows connections by the origin of documents, and refuses conditions that it does not know', () => {
    const of = (params: unknown) =>
      faults(createAgenticSource, { path: { kbid, id: 'wiki' }, body: { type: 'sync', params } });
    expect(of({ path: 'docs', tags: ['t'], collaborators: ['ann'], metadata: { space: 'ENG' } })).toEqual([]);
    for (const params of [
      { space: 'ENG' },
      { path: '' },
      { path: text(2_049) },
      { tags: [''] },
      { tags: list(51, () => 't') },
      { metadata: { '': 'x' } },
      { metadata: { space: '' } },
      { metadata: { space: 5 } },
      { metadata: { [text(256)]: 'x' } },
      { metadata: { space: text(256) } },
      'all',
    ])
      expect([params, of(params)]).toEqual([params, [expect.any(String)]]);
  });

  it('is asked over a socket with the id of a configuration', () => {
    expect(wireOf(AgenticAskQuery, { agentic_config_id: 'guide' })).toMatchObject({ agentic_config_id: 'text!' });
  });
});
