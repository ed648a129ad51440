import { throughDoor } from '@lectern/contracts/core';
import { deleteAccountKnowledgeBox } from '@lectern/contracts/knowledge-box';
import {
  addModelsConfiguration,
  deleteModelsConfiguration,
  getDefaultModelsConfiguration,
  getKnowledgeBoxConfiguration,
  getLearningSchema,
  getModelsConfiguration,
  getSelfHostedLearningSchema,
  listGenerativeProviders,
  setKnowledgeBoxConfiguration,
  updateKnowledgeBoxConfiguration,
  updateModelsConfiguration,
} from '@lectern/contracts/understanding';
import { Client, type KnowledgeBoxClient, until } from '../harness/client';
import { asRole, issueNuaKey, nuaKey } from '../harness/credentials';
import { inStandalone } from '../harness/in-standalone';
import { server } from '../harness/modes';

const getLearningSchemaByOtherPath = throughDoor(getLearningSchema, 'understanding.learning-schema.get-by-other-path');
const getLearningSchemaForUpdate = throughDoor(getLearningSchema, 'understanding.learning-schema.get-for-update');
const getAccountLearningSchema = throughDoor(getLearningSchema, 'understanding.learning-schema.get-for-account');
const getKnowledgeBoxLearningSchema = throughDoor(getLearningSchema, 'understanding.learning-schema.get-for-box');
const listKnowledgeBoxProviders = throughDoor(
  listGenerativeProviders,
  'understanding.generative-provider.list-for-box',
);

/** A caller with a NUA key of the account. */
async function asNuaClient(kb: KnowledgeBoxClient): Promise<Client> {
  return new Client(kb.client.origin, nuaKey((await issueNuaKey(kb)).token));
}

inStandalone('learning configurations, %s', (mode) => {
  it('are chosen with a box, changed by its owners and NUA keys, and go with it', async () => {
    const kb = await server(mode).createKnowledgeBox({
      learning_configuration: { semantic_models: ['lexical'], summary: 'extended' },
    });
    const nua = await asNuaClient(kb);
    const target = { params: { kbid: kb.id } };
    const user_prompts = { openai_compat: { system: 'Answer as a poet.' } };
    await kb.api(updateKnowledgeBoxConfiguration, { body: { user_prompts } });

    // Another gateway, another instance of the service.
    const elsewhere = kb.as(server(mode));
    const record = await elsewhere.api(getKnowledgeBoxConfiguration);
    expect(record).toMatchObject({ semantic_models: ['lexical'], summary: 'extended', user_prompts });
    expect(await nua.api.call(getModelsConfiguration, target)).toEqual(record);

    const body = { generative_model: 'local', semantic_models: ['lexical'] };
    const replaced = await nua.api.call(addModelsConfiguration, { ...target, body });
    expect(replaced).toMatchObject({ summary: 'simple', user_prompts: null });
    expect(await elsewhere.api(getKnowledgeBoxConfiguration)).toEqual(replaced);

    await kb.api(deleteAccountKnowledgeBox, { params: { account: kb.account } });
    const isGone = async () => (await nua.send('GET', `/config/${kb.id}`)).status === 404 || undefined;
    await until(isGone, 'the configuration is gone', 30_000);
  });
});

inStandalone('learning configurations, %s', (mode) => {
  let kb: KnowledgeBoxClient;
  let nua: Client;

  beforeAll(async () => {
    kb = await server(mode).createKnowledgeBox();
    nua = await asNuaClient(kb);
  });

  const refused = async (body: object) => {
    const answer = await kb.client.send('PATCH', `${kb.path}/configuration`, { body });
    return [answer.status, JSON.stringify(answer.body)];
  };

  it('are kept for boxes that are elsewhere, by any name', async () => {
    const target = { params: { kbid: `elsewhere_${kb.id.slice(0, 8)}` } };
    await expect(nua.api.call(getModelsConfiguration, target)).rejects.toMatchObject({ status: 404 });
    await expect(nua.api.call(updateModelsConfiguration, { ...target, body: {} })).rejects.toMatchObject({
      status: 404,
    });
    const defaults = await nua.api.call(getDefaultModelsConfiguration);
    expect(await nua.api.call(addModelsConfiguration, { ...target, body: {} })).toEqual(defaults);
    const body = { generative_model: 'local', default_semantic_model: 'lexical' };
    expect(await nua.api.call(updateModelsConfiguration, { ...target, body })).toMatchObject(body);
    expect(await nua.api.call(getModelsConfiguration, target)).toMatchObject({
      ...body,
      ner_model: 'multilingual',
      resource_labelers_models: null,
      semantic_models: ['lexical'],
    });
    await nua.api.call(deleteModelsConfiguration, target);
    await expect(nua.api.call(deleteModelsConfiguration, target)).rejects.toMatchObject({ status: 404 });
  });

  it('have names of limited form', async () => {
    for (const name of ['Upper', 'dots.and.more', 'x'.repeat(251), '%20'])
      expect([name, (await nua.send('GET', `/config/${name}`)).status]).toEqual([name, 404]);
  });

  it('of a box name its vectorsets, and cannot change them', async () => {
    const record = await kb.api(getKnowledgeBoxConfiguration);
    expect(record.semantic_models).toEqual([record.semantic_model]);
    expect(record.semantic_model_configs[record.semantic_model]).toMatchObject({ size: record.semantic_vector_size });
    const body = { semantic_models: [record.semantic_model === 'lexical' ? 'minilm-l6' : 'lexical'] };
    const answer = await kb.client.send('POST', `${kb.path}/configuration`, { body });
    expect([answer.status, JSON.stringify(answer.body)]).toEqual([422, expect.stringContaining('its vectorsets')]);
    await kb.api(setKnowledgeBoxConfiguration, { body: { semantic_models: record.semantic_models } });
    expect(await kb.api(getKnowledgeBoxConfiguration)).toEqual(record);
  });

  it('are refused where the deployment cannot do what they say', async () => {
    expect(await refused({ generative_model: 'no-such' })).toEqual([422, expect.stringContaining('has local')]);
    const key = { user_keys: { openai_compat: { key: 'sk' } } };
    expect(await refused(key)).toEqual([422, expect.stringContaining('no model server')]);
    expect(await refused({ user_keys: { text_generation: { key: 'sk' } } })).toEqual([
      422,
      expect.stringContaining('not supported by this version'),
    ]);
    const [status, once] = await refused({ user_keys: { openai: { key: 'sk', project: 'p' } } });
    expect([status, String(once).match(/project is not supported/g)?.length]).toEqual([422, 1]);
    expect(await refused({ generative_model: 'gpt-4o' })).toEqual([422, expect.stringContaining('user_keys.openai')]);
    expect(await refused({ semantic_models: ['lexical'] })).toEqual([422, expect.any(String)]);
    expect(await refused({ summary_prompt: { prompt: 'no place' } })).toEqual([422, expect.stringContaining('{text}')]);
    expect(await refused({ ner_model: 'multilingual', semantic_graph_node_models: [] })).toEqual([204, '""']);
  });

  it('open models of providers with keys of the box', async () => {
    const body = { generative_model: 'gpt-4o', user_keys: { openai: { key: 'sk' } } };
    await kb.api(updateKnowledgeBoxConfiguration, { body });
    const shown = { generative_model: 'gpt-4o', user_keys: { openai: { key: '********' } } };
    expect(await kb.api(getKnowledgeBoxConfiguration)).toMatchObject(shown);
    await kb.api(updateKnowledgeBoxConfiguration, { body: { generative_model: null, user_keys: null } });
  });

  it('are read by readers and changed by owners', async () => {
    const reader = await asRole(kb, 'SMEMBER');
    expect((await reader.api(getKnowledgeBoxConfiguration)).generative_model).toBe('local');
    for (const method of ['POST', 'PATCH'])
      expect((await reader.client.send(method, `${kb.path}/configuration`, { body: {} })).status).toBe(403);
  });

  it('have the same schema at every path', async () => {
    const params = { kbid: 'elsewhere', account: kb.account };
    const schema = await nua.api.call(getLearningSchema);
    expect(schema.ner_model.options).toHaveLength(1);
    expect(schema.generative_model.options[0]).toMatchObject({ value: 'local', provider: 'local', user_key: null });
    expect(schema.generative_model.options.length).toBeGreaterThan(5);
    expect(schema.semantic_models.options.map(({ value }) => value)).toContain('lexical');
    for (const operation of [getLearningSchemaByOtherPath, getLearningSchemaForUpdate, getAccountLearningSchema])
      expect(await nua.api.call(operation, { params })).toEqual(schema);
    expect(await kb.client.api.call(getAccountLearningSchema, { params })).toEqual(schema);
    expect(await kb.api(getKnowledgeBoxLearningSchema)).toEqual(schema);
    await expect(kb.client.api.call(getSelfHostedLearningSchema)).rejects.toMatchObject({ status: 404 });
  });

  it('have providers with what their models can do', async () => {
    const answer = await kb.api(listKnowledgeBoxProviders);
    expect(answer.providers['local']?.models['local']).toMatchObject({ name: 'local', features: { streaming: {} } });
    expect(await nua.api.call(listGenerativeProviders, { params: { kbid: 'elsewhere' } })).toEqual(answer);
  });
});
