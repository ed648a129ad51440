import { AgenticConfig, BoxPartSource, InteractionRequest } from '@lectern/contracts/agents';
import { agenticPlan, checkSources } from './agentic-plan';
import type { SourcesById } from './agentic-source-drivers';

const kbid = '00000000-0000-4000-8000-000000000001';
const part = (description: string, more: Partial<BoxPartSource> = {}) =>
  Object.assign(new BoxPartSource(), { type: 'kbdb' as const, description, ...more });
const sources = { goats: part('About goats'), tides: part('', { filter_expression: { field: { prop: 'label' } } }) };
const configOf = (search: Partial<AgenticConfig['smart_agent']> = {}, more: Partial<AgenticConfig> = {}) => {
  const config = Object.assign(new AgenticConfig(), { title: 'Guide', ...more });
  Object.assign(config.smart_agent, search);
  return config;
};
const planOf = (config: AgenticConfig, request: Partial<InteractionRequest> = {}) => {
  const setting = { place: { kbid, config: 'guide' }, account: 'account', config, sources };
  return agenticPlan('q', setting, Object.assign(new InteractionRequest(), { question: 'Where?', ...request }));
};
const smartOf = (config: AgenticConfig) => Object(planOf(config).modules.context[0]);

describe('the question of a knowledge box', () => {
  it('is rewritten, searched and summed up', () => {
    const { modules, facts } = planOf(configOf());
    const names = Object.values(modules).map((ofKind) => ofKind.map(({ module }) => module));
    expect(names).toEqual([['rephrase'], ['smart'], ['summarize'], []]);
    expect(facts).toMatchObject({
      agent: { id: kbid, account: 'account' },
      asked: { id: 'q', text: 'Where?' },
      isOwner: false,
      session: 'ephemeral',
    });
  });

  it('searches all of the box where the configuration names no sources', () => {
    expect(smartOf(configOf()).registered_agents).toMatchObject([{ module: 'basic_ask', sources: [kbid] }]);
    expect(planOf(configOf()).facts.box?.parts[kbid]).toMatchObject({ labels: [], resource_filters: [] });
  });

  it('searches the sources that it names, described for the model', () => {
    const smart = smartOf(configOf({ sources: ['goats', 'tides'] }));
    const [goats, tides] = smart.registered_agents;
    expect([goats.sources, tides.sources]).toEqual([['goats'], ['tides']]);
    expect(smart.registered_agents_descriptions).toEqual({ [goats.id]: 'About goats' });
  });

  it('lists no documents of a source whose condition cannot narrow a list', () => {
    const [goats, tides] = smartOf(configOf({ sources: ['goats', 'tides'] })).registered_agents;
    expect(goats.published_functions).toContain('catalog_search');
    expect(tides.published_functions).not.toContain('catalog_search');
    expect(tides.published_functions).toContain('ask_agent');
  });

  it('has the models, prompts and histories of its configuration', () => {
    const models = { planner: 'p', executor: 'e', context_validation: 'v' };
    const search = { mode: 'plan_execute' as const, extra_prompt: 'Be brief', models, history: true };
    const summarize = { user_prompt: 'Say {question}', conversational: true, model: 's', history: true };
    const rephrase = { ask_to: 'goats', prompt: 'Shorter', model: 'r', history: false };
    const { modules } = planOf(configOf(search, { rephrase, summarize }));
    expect(modules.preprocess[0]).toMatchObject({ kb: 'goats', synonyms: true, rules: ['Shorter'], model: 'r' });
    expect(modules.context[0]).toMatchObject({
      planning_mode: 'plan_execute',
      extra_prompt: 'Be brief',
      planner_model: 'p',
      executor_model: 'e',
      history: true,
    });
    expect(modules.generation[0]).toMatchObject({ prompt: 'Say {question}', conversational: true, model: 's' });
  });

  it('has the history that comes with it, and none of the server', () => {
    const turn = { question: 'Who?', answer: 'The ibex.' };
    expect(planOf(configOf(), { chat_history: [turn] }).facts.history).toEqual([turn]);
    expect(planOf(configOf()).facts.history).toEqual([]);
  });

  it.each([
    ['searches', configOf({ sources: ['gone'] })],
    ['takes synonyms from', configOf({}, { rephrase: { ask_to: 'gone', history: true } })],
  ])('fails where the box lacks a source that it %s', (_, config) => {
    expect(() => checkSources({ config, sources })).toThrow(/names the source gone/);
    expect(() => planOf(config)).toThrow(/names the source gone/);
    expect(() => checkSources({ config: configOf({ sources: ['goats'] }), sources })).not.toThrow();
  });

  it('asks the web and servers of tools where the configuration names such sources', () => {
    const secret = { web: 'key-of-the-web', tools: 'key-of-the-tools' };
    const reaching: SourcesById = {
      goats: sources.goats,
      web: { type: 'perplexity', description: 'The web', key: secret.web, enabled_domains: ['example.org'] },
      pages: {
        type: 'google',
        description: '',
        api_key: secret.web,
        time_range: 'past_month',
        exclude_domains: ['lies.example'],
      },
      tools: {
        type: 'mcp',
        description: 'Tools',
        uri: 'https://a.example',
        headers: { 'x-key': secret.tools },
        valid_headers: ['x-team'],
      },
    };
    const config = configOf({ sources: ['goats', 'web', 'pages', 'tools'] });
    const setting = { place: { kbid, config: 'guide' }, account: 'account', config, sources: reaching };
    const request = Object.assign(new InteractionRequest(), { question: 'Where?' });
    const { modules, facts, drivers } = agenticPlan('q', setting, request);
    const { registered_agents: registered } = Object(modules.context[0]);
    expect(registered).toMatchObject([
      { module: 'basic_ask', sources: ['goats'] },
      { module: 'perplexity', source: 'web', domain: ['example.org'] },
      { module: 'google', source: 'pages', time_range: 'past_month', exclude_domains: ['lies.example'] },
      { module: 'mcp', source: 'tools', transport: 'HTTP', valid_headers: ['x-team'] },
    ]);
    expect(drivers).toMatchObject([
      { identifier: 'web', provider: 'perplexity', config: { key: secret.web } },
      { identifier: 'pages', provider: 'google', config: { api_key: secret.web } },
      {
        identifier: 'tools',
        provider: 'mcphttp',
        config: { uri: 'https://a.example', headers: { 'x-key': secret.tools } },
      },
    ]);
    expect(Object.keys(facts.box?.parts ?? {})).toEqual(['goats']);
    expect(JSON.stringify([modules, facts])).not.toMatch(/key-of/);
    const synonyms = configOf({}, { rephrase: { ask_to: 'web', history: true } });
    expect(() => checkSources({ config: synonyms, sources: reaching })).toThrow('no synonyms');
  });

  it('searches and lists what connections brought in, narrowed by their params', () => {
    const sync = { type: 'sync', description: 'Wiki' } as const;
    const params = { path: '/docs/', tags: ['t'], collaborators: ['ann'], metadata: { space: 'ENG' } };
    const synced: SourcesById = {
      wiki: { ...sync, connection: 'wiki-1', params },
      drive: { ...sync, source_id: 'drive-1' },
      any: sync,
    };
    const config = configOf({ sources: ['wiki', 'drive', 'any'] });
    const setting = { place: { kbid, config: 'guide' }, account: 'account', config, sources: synced };
    const request = Object.assign(new InteractionRequest(), { question: 'Where?' });
    const { modules, facts } = agenticPlan('q', setting, request);
    expect(facts.box?.parts).toMatchObject({
      wiki: {
        origin: [
          { prop: 'origin_source', id: 'wiki-1' },
          { prop: 'origin_path', prefix: '/docs/' },
          { prop: 'origin_tag', tag: 't' },
          { prop: 'origin_collaborator', collaborator: 'ann' },
          { prop: 'origin_metadata', field: 'space', value: 'ENG' },
        ],
      },
      drive: { origin: [{ prop: 'origin_source', id: 'drive-1' }] },
      any: { origin: [{ prop: 'origin_source' }] },
    });
    const [wiki] = Object(modules.context[0]).registered_agents;
    expect(wiki.published_functions).toContain('catalog_search');
  });
});
