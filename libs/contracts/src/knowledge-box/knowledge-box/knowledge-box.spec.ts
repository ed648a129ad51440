import { refusals } from '../../validation/refused.fixture';
import { CreateKnowledgeBoxPayload, ModifyKnowledgeBoxPayload } from './knowledge-box.dto';
import { EphemeralTokenPayload, TemporalKeyPayload } from '../short-lived-key/short-lived-key.dto';

const base = { slug: 'tides', title: 'Tides' };
const created = (payload: object) => refusals(CreateKnowledgeBoxPayload, { ...base, ...payload });
const changed = (payload: object) => refusals(ModifyKnowledgeBoxPayload, payload);
const configured = (configuration: unknown) => created({ learning_configuration: configuration });
const unsupported = (member: string) => [
  `${member}: Value error, ${member} is not supported by this version; leave it out`,
];

describe('a new knowledge box', () => {
  it.each([
    ['external_index_provider', { type: 'pinecone', api_key: 'x' }],
    ['external_index_provider', { type: 'unset', api_key: 'x' }],
    ['external_index_provider', 'pinecone'],
  ])('refuses %s %j, and so does a change', (member, value) => {
    expect(created({ [member]: value })).toEqual(unsupported(member));
    expect(changed({ [member]: value })).toEqual(unsupported(member));
  });

  it('accepts what says nothing', () => {
    const idle = { search_configs: {}, learning_configuration: {}, zone: 'x', sentence_embedder: 'y' };
    for (const provider of [null, {}, { type: 'unset' }, 'unset'])
      expect(created({ ...idle, external_index_provider: provider })).toEqual([]);
    expect(created({ search_configs: { mine: { kind: 'find' } } })).toEqual([]);
  });

  it('accepts a learning configuration that says what happens anyway', () => {
    expect(
      configured({
        semantic_model: 'm',
        semantic_models: ['m'],
        generative_model: 'g',
        summary_model: null,
        anonymization_model: 'disabled',
        visual_labeling: '',
        ner_model: 'multilingual',
        relation_model: 'base',
        summary: 'simple',
        prefer_markdown_generative_response: false,
        user_keys: {},
        user_prompts: null,
        semantic_graph_node_models: [],
        other: null,
      }),
    ).toEqual([]);
  });

  it.each([
    ['anonymization_model', 'multilingual'],
    ['visual_labeling', 'enabled'],
    ['ner_model', 'other'],
    ['relation_model', 'other'],
    ['semantic_threshold', 0.4],
    ['semantic_graph_node_models', ['x']],
    ['resource_labelers_models', ['x']],
    ['generativ_model', 'a'],
  ])('refuses a learning configuration with %s %j', (member, value) => {
    expect(configured({ [member]: value })).toEqual([
      `learning_configuration.${member}: Value error, ${member} is not supported by this version; leave it out`,
    ]);
  });

  it('accepts what a configuration can choose', () => {
    expect(
      configured({
        summary: 'extended',
        summary_prompt: { prompt: 'Sum up {text}' },
        summary_model: 'm',
        user_prompts: { openai_compat: { system: 'Be brief.', prompt: '{context} {question}' } },
        user_keys: { openai_compat: { key: 'sk' }, openai: { key: 'sk' } },
        prefer_markdown_generative_response: true,
      }),
    ).toEqual([]);
  });

  it.each([
    ['user_keys.text_generation.key', { user_keys: { text_generation: { model: 'm', key: 'sk' } } }],
    ['user_keys.palm.project', { user_keys: { palm: { gemini_key: 'sk', project: 'p' } } }],
    ['user_keys.openai_compat.url', { user_keys: { openai_compat: { key: 'sk', url: 'ftp://models' } } }],
    ['user_keys.openai_compat.key', { user_keys: { openai_compat: { key: '' } } }],
    ['summary', { summary: 'long' }],
    ['summary_prompt.prompt', { summary_prompt: { prompt: 'without a place' } }],
    ['user_prompts.a.prompt', { user_prompts: { a: { prompt: 'x'.repeat(100_001) } } }],
  ])('refuses %s that it cannot use', (place, configuration) => {
    expect(configured(configuration)).toEqual([expect.stringContaining(`learning_configuration.${place}: `)]);
  });

  it('bounds the names of models', () => {
    const refused = configured({ semantic_models: Array(11).fill('m'), generative_model: 'x'.repeat(251) });
    expect(refused).toHaveLength(2);
  });
});

describe('a change of a knowledge box', () => {
  it.each([{ generative_model: 'local' }, { semantic_models: ['m'] }, { other: 1 }, 'm'])(
    'refuses the learning configuration %j, which is chosen at creation',
    (configuration) => {
      expect(changed({ learning_configuration: configuration })).toEqual(unsupported('learning_configuration'));
    },
  );

  it('accepts what says nothing', () => {
    for (const provider of [null, {}, { type: 'unset' }, 'unset'])
      expect(changed({ external_index_provider: provider })).toEqual([]);
    for (const configuration of [null, {}, { semantic_models: [], generative_model: null }])
      expect(changed({ learning_configuration: configuration })).toEqual([]);
  });

  it('refuses lists of allowed callers that name nobody', () => {
    for (const member of ['allowed_origins', 'allowed_ip_addresses']) {
      expect(changed({ [member]: null })).toEqual([]);
      for (const refused of [changed({ [member]: [] }), created({ [member]: [] })])
        expect(refused).toEqual([expect.stringMatching(`^${member}: Value error, must name who may call`)]);
    }
  });

  it('refuses what would have no effect', () => {
    expect(changed({ prewarm_enabled: false, search_configs: null })).toEqual([]);
    expect(changed({ prewarm_enabled: true, search_configs: { a: 1 } })).toHaveLength(1);
    expect(changed({ enforceSecurity: true })).toEqual([
      'enforceSecurity: Extra inputs are not permitted; did you mean enforce_security?',
    ]);
  });
});

describe('keys that live for seconds', () => {
  it('are never unrestricted because of a misspelt restriction', () => {
    const spellings = ['groups', 'security', 'security_group', 'securityGroups', 'access_groups'];
    for (const name of spellings) {
      expect([name, refusals(TemporalKeyPayload, { [name]: ['hr'] })]).toEqual([
        name,
        [`${name}: Extra inputs are not permitted; did you mean security_groups?`],
      ]);
      expect(refusals(EphemeralTokenPayload, { [name]: ['hr'] })).toHaveLength(1);
    }
    expect(refusals(EphemeralTokenPayload, { security_groups: ['hr'] })).toHaveLength(1);
    expect(refusals(TemporalKeyPayload, { security_groups: ['hr'], ttl: 5, other: 1 })).toEqual([]);
  });

  it('of a temporal key must name a group, where they are given', () => {
    expect(refusals(TemporalKeyPayload, { security_groups: [] })).toEqual([
      expect.stringMatching(/^security_groups: Value error, must name a group.* Leave the member out/),
    ]);
    for (const payload of [{}, { security_groups: null }]) expect(refusals(TemporalKeyPayload, payload)).toEqual([]);
    for (const groups of ['', [''], [null], [['hr']], {}])
      expect([groups, refusals(TemporalKeyPayload, { security_groups: groups }).length > 0]).toEqual([groups, true]);
  });
});
