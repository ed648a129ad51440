import fc from 'fast-check';
import { idParametersOf } from '../../validation/ids';
import { membersOf } from '../../validation/answers.fixture';
import { changed, required, tooLong, tooMany, unsupported, wireOf } from '../../validation/members.fixture';
import { conductOf, faults, list, map, received, routesOf, text } from '../../validation/requests.fixture';
import { ConfigurationTarget } from './configuration.dto';
import * as configurations from './configuration.operations';

const { addModelsConfiguration: add, updateModelsConfiguration: update } = configurations;
const { setKnowledgeBoxConfiguration: setForBox, updateKnowledgeBoxConfiguration: updateForBox } = configurations;
const members = {
  default_semantic_model: 'null text',
  generative_model: 'null text',
  summary_model: 'null text',
  summary: "null 'simple' or 'extended'",
  summary_prompt: 'null object',
  user_prompts: 'null object',
  user_keys: 'null object',
  prefer_markdown_generative_response: 'null flag',
  anonymization_model: 'nothing',
  visual_labeling: 'nothing',
  ner_model: 'nothing',
  relation_model: 'nothing',
};

describe('learning configurations', () => {
  it('are kept by NUA keys under a name, and by managers and owners of a knowledge box', () => {
    const ofAccount = 'any of nothing; nua';
    expect(routesOf(...Object.values(configurations))).toEqual({
      'GET /config': `200 json; ${ofAccount}`,
      'GET /config/{kbid}': `200 json; ${ofAccount}`,
      'POST /config/{kbid}': `200 json; ${ofAccount}`,
      'PATCH /config/{kbid}': `200 json; ${ofAccount}`,
      'DELETE /config/{kbid}': `204 empty; ${ofAccount}`,
      'GET /kb/{kbid}/configuration': '200 json; READER or MANAGER of kb; sa user pat',
      'POST /kb/{kbid}/configuration': '204 empty; MANAGER or OWNER of kb; sa user pat',
      'PATCH /kb/{kbid}/configuration': '204 empty; MANAGER or OWNER of kb; sa user pat',
    });
  });

  it('can be deleted while the disk is full, and not stored', () => {
    const words = conductOf(...Object.values(configurations));
    const storing = Object.keys(words).filter((name) => words[name] === '10 s, needs room');
    expect(storing.map((name) => name.split('.').at(-1)).sort()).toEqual([
      'add',
      'set-for-box',
      'update',
      'update-for-box',
    ]);
  });

  it('of a name that nobody used are not found, which tells a knowledge box that there is none', () => {
    for (const operation of [configurations.getModelsConfiguration, update, configurations.deleteModelsConfiguration])
      expect(operation.fails?.not_found).toBe('There is no configuration of that name.');
    expect(add.fails?.not_found).toBeUndefined();
  });
});

describe('the name of a configuration', () => {
  const name = idParametersOf(ConfigurationTarget)[0];

  it.each([
    ['F312AD155FDB40F3A6A1EC26E0617070', 'f312ad15-5fdb-40f3-a6a1-ec26e0617070'],
    ['f312ad15-5fdb-40f3-a6a1-ec26e0617070', 'f312ad15-5fdb-40f3-a6a1-ec26e0617070'],
    ['default', 'default'],
    ['my_box-1', 'my_box-1'],
    [text(250), text(250)],
    [text(251), undefined],
    ['My_box', undefined],
    ['a b', undefined],
    ['a/b', undefined],
    ['', undefined],
    ['ä', undefined],
  ])('%s is read as %s', (written, read) => {
    expect(name?.read(written)).toBe(read);
  });

  it('is read once: what was read is read as itself', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.uuid(), fc.stringMatching(/^[a-z0-9_-]{1,250}$/)), (written) => {
        const read = name?.read(written);
        if (read !== undefined) expect(name?.read(read)).toBe(read);
      }),
    );
  });

  it('that cannot be one is a 404 that says what is expected', () => {
    expect(name?.unreadable).toBe(
      'Configuration not found. UUID, or lower-case letters, digits, "-" and "_" expected.',
    );
  });
});

describe('a learning configuration', () => {
  it('may be empty: then everything has its default', () => {
    for (const operation of [add, update, setForBox, updateForBox])
      expect(received(operation, { body: {} }).body).toEqual({});
  });

  it('names embedding models where it is stored as a whole, and not where it is changed', () => {
    for (const { body } of [add, setForBox])
      expect(body && wireOf(body, {})).toEqual({
        ...members,
        semantic_model: 'null text',
        semantic_models: 'null list',
      });
    for (const { body } of [update, updateForBox]) expect(body && wireOf(body, {})).toEqual(members);
    expect(faults(update, { body: { semantic_models: ['minilm-l6'] } })).toEqual([
      `body.semantic_models: ${unsupported('semantic_models')}`,
    ]);
  });

  it.each([
    ['anonymization_model', 'disabled', 'multilingual'],
    ['visual_labeling', 'disabled', 'enabled'],
    ['ner_model', 'multilingual', 'english'],
    ['relation_model', 'base', 'large'],
    ['resource_labelers_models', null, ['a']],
    ['intent_models', [], ['a']],
    ['default_semantic_graph_node_model', null, 'a'],
  ])('takes for %s only what happens anyway', (name, usual, other) => {
    for (const operation of [add, update]) {
      expect(received(operation, { body: { [name]: usual } }).body).toEqual({});
      expect(faults(operation, { body: { [name]: other } })).toEqual([`body.${name}: ${unsupported(name)}`]);
    }
  });

  it.each([
    ['default_semantic_model', text(250), text(251), tooLong(250)],
    ['generative_model', text(250), text(251), tooLong(250)],
    ['summary_model', text(250), text(251), tooLong(250)],
    ['summary', 'extended', 'long', "Input should be 'simple' or 'extended'"],
    ['summary_prompt', { prompt: 'Of {text}' }, {}, required, 'summary_prompt.prompt'],
    ['summary_prompt.prompt', 'Of {text}', 'Of text', 'Value error, The prompt must contain the {text} placeholder'],
    ['user_prompts', map(32, () => ({})), map(33, () => ({})), tooMany(32, 'Dictionary')],
    ['user_prompts.openai.prompt', text(100_000), text(100_001), tooLong(100_000)],
    ['user_prompts.openai.other', null, 'a', unsupported('other')],
    ['user_keys.openai.key', 'sk-1', 'sk 1', "String should match pattern '^[\\x21-\\x7e]*$'"],
    ['user_keys.other', {}, { key: 'a' }, unsupported('other')],
    ['semantic_model', text(250), text(251), tooLong(250)],
    ['semantic_models', list(10, String), list(11, String), tooMany(10)],
    ['semantic_models', [text(250)], [text(251)], tooLong(250), 'semantic_models.0'],
  ])('takes a proper %s only', (at, good, bad, fault, place = at) => {
    const faultsAt = (value: unknown) => faults(add, { body: changed({}, at, value) });
    expect([faultsAt(good), faultsAt(bad)]).toEqual([[], [`body.${place}: ${fault}`]]);
  });
});

describe('a stored configuration', () => {
  it('has every member that clients read, those that a model of a client requires among them', () => {
    const record = membersOf(`${__dirname}/configuration.dto.ts`, 'LearningConfigurationRecord').split(', ');
    expect(record.filter((member) => member.includes('?'))).toEqual([]);
    expect(record.map((member) => member.replace('|null', ''))).toEqual([
      'resource_labelers_models',
      'paragraph_labelers_models',
      'intent_models',
      'semantic_model',
      'semantic_models',
      'default_semantic_model',
      'anonymization_model',
      'visual_labeling',
      'ner_model',
      'relation_model',
      'generative_model',
      'summary_model',
      'summary',
      'summary_prompt',
      'user_keys',
      'user_prompts',
      'prefer_markdown_generative_response',
      'semantic_vector_similarity',
      'semantic_vector_size',
      'semantic_threshold',
      'semantic_matryoshka_dims',
      'semantic_model_configs',
      'semantic_graph_node_models',
      'semantic_graph_edge_models',
      'default_semantic_graph_node_model',
      'default_semantic_graph_edge_model',
      'semantic_graph_node_model_configs',
      'semantic_graph_edge_model_configs',
    ]);
  });

  it('says of each embedding model what an index must know', () => {
    expect(membersOf(`${__dirname}/configuration.dto.ts`, 'SemanticModelConfig')).toBe(
      'similarity, size, threshold, max_tokens|null, matryoshka_dims, external',
    );
  });
});
