import {
  addAccountModelToKnowledgeBox,
  addModelToKnowledgeBox,
  createAccountModel,
  createGuardrailPolicy,
  createModelConfiguration,
  deleteAccountModel,
  deleteGuardrailPolicy,
  deleteModelFromKnowledgeBox,
  getAccountModel,
  getAvailableModel,
  getGuardrailPolicy,
  getKnowledgeBoxModel,
  listAccountModels,
  listAvailableModels,
  listKnowledgeBoxModels,
  predictGuardrail,
  updateAccountModel,
  updateGuardrailPolicy,
  deleteModelConfiguration,
  getKnowledgeBoxConfiguration,
  getKnowledgeBoxLearningSchema,
  getModelConfiguration,
  listModelConfigurations,
  updateKnowledgeBoxConfiguration,
  updateModelConfiguration,
} from '@lectern/contracts/understanding';
import { ScriptedProvider } from '@lectern/testing';
import { answerText, Client, type KnowledgeBoxClient } from '../harness/client';
import { issueNuaKey, nuaKey } from '../harness/credentials';
import type { Deployment } from '../harness/deployment';
import { modesWithProvider, startWithProvider } from '../harness/with-provider';

const QUERY = 'When was the lighthouse built?';
const SENTENCE = 'The lighthouse was built in 1874.';

describe.each(modesWithProvider)('models of an account, %s', (mode) => {
  let deploymentsOwn: ScriptedProvider;
  let customers: ScriptedProvider;
  let deployment: Deployment;
  let kb: KnowledgeBoxClient;
  let nua: Client;

  beforeAll(async () => {
    customers = await ScriptedProvider.start();
    const env = { EGRESS_ALLOW: new URL(customers.baseUrl).host };
    const started = await startWithProvider(mode, { key: 'of-the-deployment', timeoutMs: 5_000, env });
    ({ provider: deploymentsOwn, deployment } = started);
    kb = await new Client(deployment.origin, { authorization: `Bearer ${deployment.token}` }).createKnowledgeBox();
    nua = new Client(deployment.origin, nuaKey((await issueNuaKey(kb)).token));
    await kb.createResource({ title: 'Lighthouse', texts: { a: { body: SENTENCE } } }, { wait: 'searchable' });
  }, 120_000);
  afterAll(async () => {
    await deployment.stop();
    await Promise.all([deploymentsOwn.close(), customers.close()]);
  });

  it('are configured with keys of its own, and answer questions that name them and those that do not', async () => {
    const keys = { url: customers.baseUrl, model_id: 'small', key: 'of-the-customer' };
    const body = { default_model_id: 'openai_compat', description: 'Ours', user_keys: { openai_compat: keys } };
    const { id } = await kb.api(createModelConfiguration, { body });
    const model = `openai_compat/${id}`;
    expect(await kb.api(listModelConfigurations)).toMatchObject({ configurations: [{ id }] });
    const shown = await kb.api(getModelConfiguration, { params: { model_id: id } });
    expect(shown.user_keys).toEqual({ openai_compat: { ...keys, key: '********' } });
    const schema = await kb.api(getKnowledgeBoxLearningSchema);
    expect(schema.generative_model.options.at(-1)).toMatchObject({ value: model, name: 'Ours' });

    customers.next({ pieces: ['In 1874.'] });
    expect(answerText(await kb.ask({ query: QUERY, generative_model: model }))).toBe('In 1874.');
    await kb.api(updateKnowledgeBoxConfiguration, { body: { generative_model: model } });
    expect((await kb.api(getKnowledgeBoxConfiguration)).generative_model).toBe(model);
    customers.next({ pieces: ['It was 1874.'] });
    expect(answerText(await kb.ask({ query: QUERY }))).toBe('It was 1874.');
    const received = customers.calls.map(({ authorization, body: { model: asked } }) => [authorization, asked]);
    expect(received).toEqual(Array(2).fill(['Bearer of-the-customer', 'small']));
    expect(deploymentsOwn.calls).toEqual([]);
    const chat = await nua.send('POST', '/predict/chat', { body: { question: QUERY, generative_model: model } });
    expect([chat.status, chat.headers.get('svc-learning-model')]).toEqual([200, model]);

    const params = { model_id: id };
    const changed = { description: null, kbids: [kb.account], user_keys: shown.user_keys };
    expect(await kb.api(updateModelConfiguration, { params, body: changed })).toMatchObject({ kbids: [kb.account] });
    const refused = await kb.client.send('POST', `${kb.path}/ask`, { body: { query: QUERY, generative_model: model } });
    expect([refused.status, JSON.stringify(refused.body)]).toEqual([422, expect.stringContaining('not for this')]);
    await kb.api(deleteModelConfiguration, { params });
    const gone = await kb.client.send('POST', `${kb.path}/ask`, { body: { query: QUERY } });
    expect([gone.status, JSON.stringify(gone.body)]).toEqual([
      422,
      expect.stringContaining('no such model configuration'),
    ]);
    await kb.api(updateKnowledgeBoxConfiguration, { body: { generative_model: null } });
    deploymentsOwn.next({ pieces: ['1874.'] });
    expect(answerText(await kb.ask({ query: QUERY }))).toBe('1874.');
  });
  it('that the operator gives it are used by the boxes that they are added to', async () => {
    const openai_compat = { url: customers.baseUrl, model_id: 'tuned', key: 'k' };
    const body = { model_types: ['GENERATIVE' as const], location: 'custom:ours', openai_compat, description: 'Tuned' };
    const { id } = await kb.api(createAccountModel, { body });
    const params = { model_id: id };
    expect(await kb.api(listAccountModels)).toMatchObject({ models: [{ model_id: id, title: 'Tuned' }] });
    const asks = { query: QUERY, generative_model: 'custom:ours' };
    expect((await kb.client.send('POST', `${kb.path}/ask`, { body: asks })).status).toBe(422);
    expect(await kb.api(addAccountModelToKnowledgeBox, { body: { id } })).toMatchObject({ kbids: [kb.id] });
    expect(await kb.api(listKnowledgeBoxModels)).toEqual({ descriptions: { [id]: 'Tuned' } });
    customers.next({ pieces: ['Tuned: 1874.'] });
    expect(answerText(await kb.ask(asks))).toBe('Tuned: 1874.');
    expect(customers.calls.at(-1)?.body['model']).toBe('tuned');
    const elsewhere = { kbid: 'elsewhere' };
    await nua.api.call(addModelToKnowledgeBox, { params: elsewhere, body: { id } });
    expect(await nua.api.call(listAvailableModels, { params: elsewhere })).toEqual({ descriptions: { [id]: 'Tuned' } });
    const found = await nua.api.call(getAvailableModel, { params: { ...elsewhere, ...params } });
    expect(await kb.api(getKnowledgeBoxModel, { params })).toEqual(found);
    expect(await kb.api(getAccountModel, { params })).toEqual(found);
    await kb.api(deleteModelFromKnowledgeBox, { params });
    const missing = await kb.client.send('GET', `${kb.path}/model/${id}`);
    expect(missing.status).toBe(404);
    await kb.api(updateAccountModel, { params, body: { description: 'Tuned again' } });
    await kb.api(deleteAccountModel, { params });
    expect(await kb.api(listAccountModels)).toEqual({ models: [] });
  });

  it('are not asked what a content policy blocks', async () => {
    const policy = { name: 'No lighthouses', query: 'Is it about lighthouses?', description: 'We sell bread.' };
    const { id } = await kb.api(createGuardrailPolicy, { body: { ...policy, blocking: true } });
    const params = { policy_id: id };
    const judges = (score: number) => deploymentsOwn.next({ pieces: [JSON.stringify({ reason: 'r', score })] });
    deploymentsOwn.calls.splice(0);
    for (const path of [`${kb.path}/ask`, '/predict/chat']) {
      judges(0.9);
      const client = path === '/predict/chat' ? nua : kb.client;
      const refused = await client.send('POST', path, { body: { query: QUERY, question: QUERY } });
      const detail = { code: 'guardrail_blocked', descriptions: ['We sell bread.'] };
      expect([refused.status, refused.body]).toEqual([400, { detail }]);
    }
    judges(0.9);
    const messages = [{ role: 'user', content: QUERY }];
    const compat = await nua.send('POST', '/predict/compat/chat/completions', { body: { messages } });
    const error = { code: 'guardrail_blocked', details: ['We sell bread.'] };
    expect(compat).toMatchObject({ status: 400, body: { error } });
    expect(deploymentsOwn.calls).toHaveLength(3);
    judges(0.2).next({ pieces: ['1874.'] });
    expect(answerText(await kb.ask({ query: QUERY }))).toBe('1874.');
    judges(0.7);
    const judged = await nua.api.call(predictGuardrail, { body: { content: QUERY, policy_id: id } });
    expect(judged.answer).toEqual({ flagged: true, policy_id: id, score: 0.7, threshold: 0.5 });
    expect(await kb.api(updateGuardrailPolicy, { params, body: { enabled: false } })).toMatchObject({ enabled: false });
    deploymentsOwn.next({ pieces: ['In 1874.'] });
    expect(answerText(await kb.ask({ query: QUERY }))).toBe('In 1874.');
    expect(await kb.api(getGuardrailPolicy, { params })).toMatchObject({ ...policy, target: 'QUERY' });
    await kb.api(deleteGuardrailPolicy, { params });
  });
});
