import { join } from 'node:path';
import { membersOf } from '../../validation/answers.fixture';
import { refusals } from '../../validation/refused.fixture';
import { beyond, conductOf, faults, list, received, routesOf, text } from '../../validation/requests.fixture';
import { CreateKnowledgeBoxPayload, ModifyKnowledgeBoxPayload } from './knowledge-box.dto';
import {
  createAccountKnowledgeBox,
  deleteAccountKnowledgeBox,
  getAccountKnowledgeBox,
  getKnowledgeBoxLogo,
  indexKnowledgeBoxes,
  listAccountKnowledgeBoxes,
  modifyAccountKnowledgeBox,
  purgeKnowledgeBox,
} from './knowledge-box.operations';
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

describe('operations on the knowledge boxes of an account', () => {
  it('are for members who list, owners who change, and NUA keys', () => {
    expect(
      routesOf(
        listAccountKnowledgeBoxes,
        createAccountKnowledgeBox,
        getAccountKnowledgeBox,
        modifyAccountKnowledgeBox,
        deleteAccountKnowledgeBox,
        getKnowledgeBoxLogo,
      ),
    ).toEqual({
      'GET /account/{account}/kbs': '200 json; AMEMBER or AOWNER of account; nua user pat',
      'POST /account/{account}/kbs': '201 json; AOWNER of account; nua user pat',
      'GET /account/{account}/kb/{kbid}': '200 json; any of kb; nua sa user pat',
      'PATCH /account/{account}/kb/{kbid}': '200 json; SOWNER or AOWNER of kb; nua user pat',
      'DELETE /account/{account}/kb/{kbid}': '204 empty; SOWNER or AOWNER of kb; nua user pat',
      'GET /account/{account}/kb/{kbid}/logo.png': '200 binary; any of kb; user pat',
    });
  });

  it('need a flag of a NUA key, and let owners correct a list that shuts them out', () => {
    expect(
      conductOf(
        listAccountKnowledgeBoxes,
        createAccountKnowledgeBox,
        getAccountKnowledgeBox,
        modifyAccountKnowledgeBox,
        deleteAccountKnowledgeBox,
        getKnowledgeBoxLogo,
      ),
    ).toEqual({
      'kb.knowledge-box.list': '10 s, nua keys need kb-management',
      'kb.knowledge-box.create': '10 s, needs room, nua keys need kb-management',
      'kb.knowledge-box.get': '10 s, management, nua keys need kb-management',
      'kb.knowledge-box.modify': '10 s, management, nua keys need kb-management',
      'kb.knowledge-box.delete': '30 s, management, nua keys need kb-management',
      'kb.knowledge-box.logo': '10 s, management',
    });
    expect(purgeKnowledgeBox.worksWithoutRoom).toBe(true);
  });

  it('have one that only the accounts host calls', () => {
    expect(routesOf(indexKnowledgeBoxes)).toEqual({
      'POST /peer/kb.knowledge-box.index': '200 json; any of nothing; peer',
    });
    expect(faults(indexKnowledgeBoxes, { body: {} })).toEqual(['body.account: Field required']);
    expect(beyond(256, (size) => faults(indexKnowledgeBoxes, { body: { account: text(size) } }))).toEqual([
      'body.account: String should have at most 256 characters',
    ]);
  });

  it('have no logo, and say so with 404', () => {
    expect(getKnowledgeBoxLogo.refuses?.code).toBe('not_found');
  });

  it('list boxes that are no agents, without the settings of dashboards', () => {
    expect(listAccountKnowledgeBoxes.http?.member).toBe('boxes');
    expect(received(listAccountKnowledgeBoxes, {})).toEqual({ query: { mode: 'kb', include_search_configs: false } });
    for (const mode of ['kb', 'agent', 'agent_no_memory', 'agents'])
      expect(received(listAccountKnowledgeBoxes, { query: { mode, include_search_configs: '1' } })).toEqual({
        query: { mode, include_search_configs: true },
      });
    expect(faults(listAccountKnowledgeBoxes, { query: { mode: 'all' } })).toEqual([
      "query.mode: Input should be 'kb', 'agent', 'agent_no_memory' or 'agents'",
    ]);
  });

  it('answer with records that have every member', () => {
    const answer = (name: string) => membersOf(join(__dirname, 'knowledge-box.dto.ts'), name);
    expect(answer('KnowledgeBoxRecord')).toBe(
      'id, account_id, slug, zone, title, mode, state, description|null, created, role_on_kb|null, ' +
        'allowed_origins|null, allowed_ip_addresses|null, search_configs, external_index_provider, ' +
        'hidden_resources_enabled, hidden_resources_hide_on_creation, prewarm_enabled, enforce_security',
    );
    expect(answer('CreatedId')).toBe('id');
    expect(answer('EmptyRecord')).toBe('');
  });
});

describe('the members of a knowledge box', () => {
  it('are a slug and a title, and else their defaults', () => {
    expect(received(createAccountKnowledgeBox, { body: base })).toEqual({ body: { ...base, mode: 'kb' } });
    expect(faults(createAccountKnowledgeBox, { body: {} })).toEqual([
      'body.slug: Field required',
      'body.title: Field required',
    ]);
    expect(received(modifyAccountKnowledgeBox, { body: {} })).toEqual({ body: {} });
  });

  it('are kept as they were sent, without those of clients that mean nothing here', () => {
    const body = {
      ...base,
      mode: 'agent_no_memory',
      description: 'Ebbe & Flut 😀',
      allowed_origins: ['https://app.example.org'],
      allowed_ip_addresses: ['10.0.0.0/8', '::1'],
      search_configs: { mine: { kind: 'find' } },
      enforce_security: true,
      hidden_resources_enabled: true,
      hidden_resources_hide_on_creation: true,
    };
    const foreign = { zone: 'europe-1', anonymization: 'x', sentence_embedder: 'y' };
    expect(received(createAccountKnowledgeBox, { body: { ...body, ...foreign } })).toEqual({ body });
  });

  it.each(['tides', 'a', '0', 'a:b_c-9', 'x'.repeat(250)])('may have the slug %s', (slug) => {
    expect(created({ slug })).toEqual([]);
    expect(changed({ slug })).toEqual([]);
  });

  it.each(['', 'Tides', 'TIDES', 'a b', 'a.b', 'a/b', 'ä', 'tides\n', 'x'.repeat(251)])('have no slug %j', (slug) => {
    for (const refused of [created({ slug }), changed({ slug })])
      expect(refused).toEqual(["slug: String should match pattern '^[a-z0-9:_-]{1,250}$'"]);
  });

  it('have no mode that can be changed, nor one of another name', () => {
    expect(created({ mode: 'agents' })).toEqual(["mode: Input should be 'kb', 'agent' or 'agent_no_memory'"]);
    expect(received(modifyAccountKnowledgeBox, { body: { mode: 'agent' } })).toEqual({ body: {} });
  });

  it('are published by a change, never at creation', () => {
    for (const state of ['PRIVATE', 'PUBLISHED', null]) expect(changed({ state })).toEqual([]);
    for (const state of ['public', 'published', '', true])
      expect(changed({ state })).toEqual(["state: Input should be 'PRIVATE' or 'PUBLISHED'"]);
    expect(received(createAccountKnowledgeBox, { body: { ...base, state: 'PUBLISHED' } })).not.toHaveProperty(
      'body.state',
    );
  });

  it.each<[string, number, (size: number) => object]>([
    ['title: String should have at most 2048 characters', 2_048, (size) => ({ title: text(size) })],
    ['description: String should have at most 10000 characters', 10_000, (size) => ({ description: text(size) })],
    [
      'allowed_origins: List should have at most 256 items after validation, not 257',
      256,
      (size) => ({ allowed_origins: list(size, () => 'https://a.example') }),
    ],
    [
      'allowed_origins.0: String should have at most 255 characters',
      255,
      (size) => ({ allowed_origins: [text(size)] }),
    ],
    [
      'allowed_ip_addresses: List should have at most 256 items after validation, not 257',
      256,
      (size) => ({ allowed_ip_addresses: list(size, () => '::1') }),
    ],
    [
      'allowed_ip_addresses.0: String should have at most 64 characters',
      64,
      (size) => ({ allowed_ip_addresses: [text(size)] }),
    ],
    [
      'search_configs: Value error, longer than 400000 characters of JSON',
      400_000,
      (size) => ({ search_configs: { a: text(size - '{"a":""}'.length) } }),
    ],
  ])('are refused with %s', (fault, bound, members) => {
    expect(beyond(bound, (size) => created(members(size)))).toEqual([fault]);
    expect(beyond(bound, (size) => changed(members(size)))).toEqual([fault]);
  });

  it.each([
    [{ title: '' }],
    [{ title: 7 }],
    [{ enforce_security: 'sometimes' }],
    [{ hidden_resources_enabled: {} }],
    [{ allowed_origins: 'https://a.example' }],
    [{ allowed_origins: [null] }],
    [{ search_configs: [] }],
    [{ description: [] }],
  ])('are not %j', (members) => {
    const member = Object.keys(members)[0];
    for (const refused of [created(members), changed(members)])
      expect(refused).toEqual([expect.stringMatching(new RegExp(`^${member}`))]);
  });
});
