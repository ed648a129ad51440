import {
  createModelConfiguration,
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
    expect([gone.status, JSON.stringify(gone.body)]).toEqual([422, expect.stringContaining('no such model configuration')]);
    await kb.api(updateKnowledgeBoxConfiguration, { body: { generative_model: null } });
    deploymentsOwn.next({ pieces: ['1874.'] });
    expect(answerText(await kb.ask({ query: QUERY }))).toBe('1874.');
  });
});
