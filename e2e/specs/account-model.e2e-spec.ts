import { throughDoor } from '@lectern/contracts/core';
import {
  addAccountModelToKnowledgeBox,
  addModelToKnowledgeBox,
  createAccountModel,
  createGuardrailPolicy,
  createModelConfiguration,
  deleteAccountModel,
  deleteAssumeRole,
  deleteGuardrailPolicy,
  deleteModelFromKnowledgeBox,
  finishAssumeRole,
  getAccountModel,
  getAvailableModel,
  getGuardrailPolicy,
  listAccountModels,
  listAvailableModels,
  predictGuardrail,
  startAssumeRole,
  updateAccountModel,
  updateGuardrailPolicy,
  deleteKnowledgeBoxTask,
  deleteModelConfiguration,
  inspectKnowledgeBoxTask,
  inspectKnowledgeBoxTaskWorker,
  listKnowledgeBoxTasks,
  getKnowledgeBoxConfiguration,
  getModelConfiguration,
  listModelConfigurations,
  updateKnowledgeBoxConfiguration,
  updateModelConfiguration,
  validateAssumeRole,
  getLearningSchema,
} from '@lectern/contracts/understanding';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ScriptedProvider } from '@lectern/testing';
import { answerText, Client, type KnowledgeBoxClient, until } from '../harness/client';
import { asRole, issueNuaKey, nuaKey } from '../harness/credentials';
import type { Deployment } from '../harness/deployment';
import { inStandalone } from '../harness/in-standalone';
import { server } from '../harness/modes';
import { startWithProvider } from '../harness/with-provider';

const getKnowledgeBoxLearningSchema = throughDoor(getLearningSchema, 'understanding.learning-schema.get-for-box');
const listKnowledgeBoxModels = throughDoor(listAvailableModels, 'understanding.custom-model.list-for-box');
const getKnowledgeBoxModel = throughDoor(getAvailableModel, 'understanding.custom-model.get-for-box');

const QUERY = 'When was the lighthouse built?';
const SENTENCE = 'The lighthouse was built in 1874.';

/** A cloud that lets every role be assumed. */
async function startCloud(): Promise<{ readonly url: string; readonly close: () => void }> {
  const Credentials = { AccessKeyId: 'ASIA', SecretAccessKey: 'sk', SessionToken: 'st', Expiration: 1 };
  const granted = JSON.stringify({ AssumeRoleResponse: { AssumeRoleResult: { Credentials } } });
  const server = createServer((request, response) => void request.resume().on('end', () => response.end(granted)));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo; // that of a listening TCP server
  return { url: `http://127.0.0.1:${port}/`, close: () => server.close() };
}

inStandalone('models of an account, %s', (mode) => {
  let deploymentsOwn: ScriptedProvider;
  let customers: ScriptedProvider;
  let deployment: Deployment;
  let cloud: Awaited<ReturnType<typeof startCloud>>;
  let kb: KnowledgeBoxClient;
  let nua: Client;

  beforeAll(async () => {
    customers = await ScriptedProvider.start();
    cloud = await startCloud();
    const env = {
      EGRESS_ALLOW: [customers.baseUrl, cloud.url].map((url) => new URL(url).host).join(),
      CLOUD_ACCOUNT_ID: '210987654321',
      CLOUD_ACCESS_KEY: 'AKIA',
      CLOUD_SECRET_KEY: 'sk',
      CLOUD_STS_URL: cloud.url,
    };
    const started = await startWithProvider(mode, { key: 'of-the-deployment', timeoutMs: 5_000, env });
    ({ provider: deploymentsOwn, deployment } = started);
    kb = await new Client(deployment.origin, { authorization: `Bearer ${deployment.token}` }).createKnowledgeBox();
    nua = new Client(deployment.origin, nuaKey((await issueNuaKey(kb)).token));
    await kb.createResource({ title: 'Lighthouse', texts: { a: { body: SENTENCE } } }, { wait: 'searchable' });
  }, 120_000);
  afterAll(async () => {
    await deployment.stop();
    cloud.close();
    await Promise.all([deploymentsOwn.close(), customers.close()]);
  });

  it('are configured with keys of the account, and answer questions that name them and those that do not', async () => {
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
  it('read sound and files where they can, and else refuse them', async () => {
    const openai_compat = { url: customers.baseUrl, model_id: 'reader', model_features: { file_input: true } };
    const body = { default_model_id: 'openai_compat', user_keys: { openai_compat } };
    const { id } = await kb.api(createModelConfiguration, { body });
    const complete = (part: object, model: string) => {
      const messages = [{ role: 'user', content: [{ type: 'text', text: QUERY }, part] }];
      return nua.send('POST', '/predict/compat/chat/completions', { body: { model, messages } });
    };
    const file = { type: 'file', file: { file_data: 'data:application/pdf;base64,JVBERi0=', filename: 'a.pdf' } };
    const audio = { type: 'input_audio', input_audio: { data: 'UklGRg==', format: 'wav' } };
    customers.next({ pieces: ['1874.'] });
    expect((await complete(file, `openai_compat/${id}`)).status).toBe(200);
    expect(JSON.stringify(customers.calls.at(-1)?.body)).toContain(file.file.file_data);
    const refusals = [await complete(audio, `openai_compat/${id}`), await complete(file, 'scripted')];
    expect(refusals.map(({ status }) => status)).toEqual([422, 422]);
    expect(JSON.stringify(refusals.map((one) => one.body))).toMatch(/reads no audio.wav.*reads no application.pdf/);
    const odd = { type: 'file', file: { file_data: 'data:text/html;base64,PGI+' } };
    expect((await complete(odd, `openai_compat/${id}`)).status).toBe(422);
    await kb.api(deleteModelConfiguration, { params: { model_id: id } });
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

  it('are called by a task with keys and prompts of its own, which nobody is shown', async () => {
    const box = await kb.client.createKnowledgeBox();
    const rid = await box.createResource({ texts: { a: { body: SENTENCE } } }, { wait: 'searchable' });
    const keys = { openai_compat: { url: customers.baseUrl, model_id: 'mine', key: 'of-the-task' } };
    const prompts = { openai_compat: { system: 'Answer as a poet.', prompt: '{question} Read: {context}' } };
    const llm = { model: 'openai_compat', provider: 'openai_compat', keys, prompts };
    const ask = { question: QUERY, destination: 'built' };
    const parametersOf = (members: object) => ({ name: 'built', on: 1, operations: [{ ask }], llm: members });
    const start = (members: object) =>
      box.client.send('POST', `${box.path}/task/start`, { body: { name: 'ask', parameters: parametersOf(members) } });
    const [before, own] = [customers.calls.length, deploymentsOwn.calls.length];
    customers.next({ pieces: ['In 1874.'] });
    const { status, body } = await start(llm);
    expect(status).toBe(200);
    const field = `/resource/${rid}/text/da-built-t-a`;
    await until(async () => (await box.client.send('GET', `${box.path}${field}`)).status === 200 || undefined, field);
    const calls = customers.calls.slice(before);
    expect(calls.map((call) => [call.authorization, call.body['model']])).toEqual([['Bearer of-the-task', 'mine']]);
    const said = JSON.stringify(calls[0]?.body['messages']);
    expect(said).toContain('Answer as a poet.');
    expect(said).toContain(`${QUERY} Read: ${SENTENCE}`);
    expect(deploymentsOwn.calls.length).toBe(own);

    const { id } = body as { readonly id: string };
    const listed = await box.api(listKnowledgeBoxTasks, {});
    const [{ id: task_id = '' } = {}] = [...listed.running, ...listed.done];
    const shown = JSON.stringify([
      listed,
      await box.api(inspectKnowledgeBoxTask, { params: { task_id: id } }),
      await nua.api.call(inspectKnowledgeBoxTaskWorker, { params: { kbid: box.id, task_id } }),
    ]);
    expect([shown.includes('of-the-task'), shown.includes('********')]).toEqual([false, true]);
    const refused = async (members: object) => JSON.stringify((await start(members)).body);
    expect(await refused({ ...llm, provider: 'openai' })).toContain('is of openai_compat, not of openai');
    expect(await refused({ ...llm, model: 'scripted' })).toContain('is not called with them');
    expect(await refused({ keys: { openai: { key: 'sk' } } })).toContain('uses no keys of openai');
    expect(await refused({ ...llm, keys: { openai_compat: { ...keys.openai_compat, key: '********' } } })).toContain(
      'none is stored',
    );
    await box.api(deleteKnowledgeBoxTask, { params: { task_id: id } });
  });

  it('embed a knowledge box with its own keys, which are never shown', async () => {
    customers.embedWith(async (texts) => texts.map((text) => (/lighthouse/i.test(text) ? [5, 1, 9] : [1, 5, 9])));
    const own = new Client(deployment.origin, { authorization: `Bearer ${deployment.token}` });
    const hf_embedding = { url: customers.baseUrl, key: 'of-the-customer', size: 2, matryoshka: [2, 3] };
    const configuration = { semantic_models: ['hf_embedding'], user_keys: { hf_embedding } };
    const box = await own.createKnowledgeBox({ learning_configuration: configuration });
    const texts = { a: { body: SENTENCE }, b: { body: 'Bread is baked before dawn.' } };
    await box.createResource({ title: 'Island', texts }, { wait: 'embedded' });

    const shown = await box.api(getKnowledgeBoxConfiguration);
    expect(shown.user_keys).toEqual({ hf_embedding: { ...hf_embedding, key: '********' } });
    expect(shown).toMatchObject({ semantic_vector_size: 2, semantic_threshold: 0.4, semantic_matryoshka_dims: [2, 3] });
    const query = { query: 'Which lighthouse?', features: ['semantic'], min_score: { semantic: 0.9 } };
    const found = await box.client.send('POST', `${box.path}/find`, { body: query });
    expect([found.status, JSON.stringify(found.body)]).toEqual([200, expect.stringContaining('/t/a/')]);
    expect(JSON.stringify(found.body)).not.toContain('/t/b/');

    const grown = { user_keys: { hf_embedding: { ...hf_embedding, size: 3 } } };
    const refused = await box.client.send('PATCH', `${box.path}/configuration`, { body: grown });
    expect([refused.status, JSON.stringify(refused.body)]).toEqual([422, expect.stringContaining('delete it first')]);
    const stranger = await kb.client.send('POST', `${kb.path}/vectorsets/hf_embedding`);
    expect([stranger.status, JSON.stringify(stranger.body)]).toEqual([
      422,
      expect.stringContaining('keys of this box'),
    ]);

    const sentence = await nua.send('GET', `/predict/sentence/${box.id}?text=lighthouse`);
    expect(sentence.body).toMatchObject({ data: [expect.closeTo(0.98, 2), expect.closeTo(0.196, 2)] });
    const named = await nua.send('GET', '/predict/sentence?text=lighthouse&model=text-embedding-3-small');
    const reason = expect.stringContaining('needs user_keys.openai with key');
    expect([named.status, JSON.stringify(named.body)]).toEqual([422, reason]);
    const files = await box.client.send('GET', `${box.path}/models/hf_embedding/tokenizer.json`);
    expect(files.status).toBe(404);

    await box.api(updateKnowledgeBoxConfiguration, { body: { user_keys: null } });
    const without = await box.client.send('POST', `${box.path}/find`, { body: { query: 'lighthouse' } });
    expect([200, 206]).toContain(without.status);
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

  it('may be of Bedrock, called with a role that the account lets us assume', async () => {
    expect((await kb.client.send('GET', `/account/${kb.account}/assume_role/bedrock/validate`)).status).toBe(404);
    const started = await kb.api(startAssumeRole);
    expect(started).toMatchObject({ cloud_account_id: '210987654321', external_id: expect.any(String) });
    expect(await kb.api(startAssumeRole)).toEqual(started);
    expect((await kb.client.send('GET', `/account/${kb.account}/assume_role/bedrock/validate`)).status).toBe(412);
    const body = { role_ref: 'arn:aws:iam::123456789012:role/lectern-bedrock' };
    expect(await kb.api(finishAssumeRole, { body })).toEqual({});
    expect(await kb.api(validateAssumeRole)).toEqual({});
    const configured = { default_model_id: 'bedrock-nova-pro', assume_role: 1 as const };
    const { id } = await kb.api(createModelConfiguration, { body: configured });
    await kb.api(deleteModelConfiguration, { params: { model_id: id } });
    expect(await kb.api(deleteAssumeRole)).toEqual({ nothing: null });
  });
});

inStandalone('models of an account, %s', (mode) => {
  let kb: KnowledgeBoxClient;
  beforeAll(async () => (kb = await server(mode).createKnowledgeBox()));

  const refused = async (path: string, body: object, method = 'POST') => {
    const answer = await kb.client.send(method, `/account/${kb.account}/${path}`, { body });
    return [answer.status, JSON.stringify(answer.body)];
  };

  it('are refused where they cannot be called', async () => {
    const claude = { default_model_id: 'claude-haiku-4-5' };
    expect(await refused('default_models', { default_model_id: 'no-such' })).toEqual([
      422,
      expect.stringMatching('unknown'),
    ]);
    expect(await refused('default_models', claude)).toEqual([422, expect.stringMatching('needs user_keys.anthropic')]);
    const keys = { user_keys: { openai: { key: 'sk' } } };
    expect(await refused('default_models', { ...claude, ...keys })).toEqual([422, expect.stringMatching('not used')]);
    expect(await refused('default_models', { default_model_id: 'bedrock-nova-pro', assume_role: 1 })).toEqual([
      422,
      expect.stringMatching('no cloud account'),
    ]);
    const custom = { model_types: ['NER'], location: 'custom:ours' };
    expect((await refused('models', custom))[0]).toBe(422);
    const policy = { name: 'a', query: 'Is it?', blocking: true };
    expect(await refused('guardrail_policies', policy)).toEqual([422, expect.stringMatching('cannot judge')]);
    expect((await refused('default_model/x', {}, 'PATCH'))[0]).toBe(404);
  });

  it('need a cloud account of the deployment to be called with a role', async () => {
    const path = `/account/${kb.account}/assume_role/bedrock`;
    const { status, body } = await kb.client.send('GET', path);
    expect([status, JSON.stringify(body)]).toEqual([412, expect.stringMatching('no cloud account')]);
    const finish = { role_ref: 'arn:aws:iam::123456789012:role/lectern-bedrock' };
    expect((await refused('assume_role/bedrock', finish))[0]).toBe(404);
    expect((await refused('assume_role/bedrock', {}))[0]).toBe(422);
  });

  it('are created by who runs the deployment, and configured by owners of the account', async () => {
    const reader = await asRole(kb, 'SMEMBER');
    for (const path of ['default_models', 'models', 'guardrail_policies'])
      expect([path, (await reader.client.send('POST', `/account/${kb.account}/${path}`, { body: {} })).status]).toEqual(
        [path, 403],
      );
  });

  it('are not asked at private addresses', async () => {
    const openai_compat = { url: 'http://127.0.0.1:1/v1', model_id: 'm' };
    const body = { default_model_id: 'openai_compat', user_keys: { openai_compat } };
    const { id } = await kb.api(createModelConfiguration, { body });
    const nua = new Client(kb.client.origin, nuaKey((await issueNuaKey(kb)).token));
    const chat = { question: 'Why?', retrieval: false, generative_model: `openai_compat/${id}` };
    const { status, body: said } = await nua.send('POST', '/predict/chat', { body: chat });
    expect([status, JSON.stringify(said)]).toEqual([422, expect.stringMatching('public')]);
    await kb.api(deleteModelConfiguration, { params: { model_id: id } });
  });
});
