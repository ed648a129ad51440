import { randomUUID } from 'node:crypto';
import { openServiceDatabase, Transactions } from '@lectern/database';
import { Generator, type GenerationChunk, type GenerationRequest, Generators } from '@lectern/models';
import { entitiesOf, temporaryDatabase, type TemporaryDatabase } from '@lectern/testing';
import { GuardrailPolicyRepository } from './guardrail-policy.repository';
import { LearningConfigurationRepository } from '../configuration/learning-configuration.repository';
import { understandingSchema } from '../understanding.database';
import type { DataSource } from 'typeorm';
import { generativeModelsOf } from '../configuration/configurations.fixture';
import { LearningConfigurations } from '../configuration/learning-configurations';
import { localReader } from '../configuration/named-generators.fixture';
import { AccountModels } from '../account-model/account-models';
import { GuardrailPolicyService } from './guardrail-policy.service';
import { Guardrails } from './guardrails';
import { Judges } from './judges';
import { GuardrailModule } from './guardrail.module';

/** Judges by keyword: certain if the text contains the query of the policy. */
class Judge extends Generator {
  readonly asked: GenerationRequest[] = [];
  reply: ((score: number) => GenerationChunk) | undefined;
  readonly description = {
    id: 'judge',
    provider: 'openai_compat',
    languages: ['*'],
    contextTokensMax: 8_000,
    vision: false,
    followsPrompts: true,
    takesOtherModels: false,
  };

  async *generate(request: GenerationRequest): AsyncGenerator<GenerationChunk> {
    this.asked.push(request);
    const { policy, text } = JSON.parse(request.user ?? '{}');
    const score = text.includes(policy.query) ? 0.9 : 0.1;
    yield this.reply?.(score) ?? { type: 'object', object: { reason: 'It says so.', score } };
    yield { type: 'status', code: '0' };
  }

  async rephrase({ question }: { readonly question: string }) {
    return { question, usedHistory: false };
  }
}

const { signal } = new AbortController();

describe('content policies', () => {
  let database: TemporaryDatabase;
  let dataSource: DataSource;
  let judge: Judge;
  let account: string;
  const local = localReader();

  beforeAll(async () => {
    database = await temporaryDatabase();
    const limits = { poolMax: 4, statementTimeoutMs: 30_000 };
    const schema = { ...understandingSchema, entities: entitiesOf(GuardrailModule) };
    dataSource = await openServiceDatabase(database.url, schema, limits);
  });
  afterAll(async () => {
    await dataSource.destroy();
    await database.drop();
  });
  beforeEach(() => {
    account = randomUUID();
    judge = new Judge();
  });

  const made = (generators = new Generators([local.generator, judge], 'local')) => {
    const accountModels = Object.assign(Object.create(AccountModels.prototype), { list: async () => [] });
    const configurations = Object.create(LearningConfigurations.prototype, { deployment: { value: { userKeys: {} } } });
    const judges = new Judges(generators, generativeModelsOf(generators), configurations, accountModels);
    const [transactions, repository] = [new Transactions(dataSource), new GuardrailPolicyRepository()];
    return {
      policies: new GuardrailPolicyService(transactions, repository, judges),
      guardrails: new Guardrails(transactions, repository, judges),
    };
  };
  const bread = { name: 'No bread', query: 'bread', description: 'We do not talk about bread.' };
  const asked = () => ({ account, named: local, signal });

  it('let nothing pass that one flags which is enabled and blocks', async () => {
    const { policies, guardrails } = made();
    const { id } = await policies.create(account, { ...bread, blocking: true });
    await policies.create(account, { ...bread, name: 'Other', query: 'moon', blocking: true, description: null });
    await guardrails.admit('What pulls the sea?', asked());
    await guardrails.admit('How is bread baked?', { ...asked(), account: randomUUID() });
    const refused = { code: 'guardrail_blocked', status: 400 };
    const detail = { code: 'guardrail_blocked', descriptions: [bread.description] };
    await expect(guardrails.admit('How is bread baked?', asked())).rejects.toMatchObject({
      ...refused,
      details: { detail },
    });
    const both = expect.arrayContaining([bread.description, 'Other']);
    await expect(guardrails.admit('bread on the moon', asked())).rejects.toMatchObject({
      details: { detail: { descriptions: both } },
    });
    for (const off of [{ enabled: false }, { enabled: true, blocking: false }]) {
      await policies.change({ account, id }, off);
      await guardrails.admit('How is bread baked?', asked());
    }
  });

  it('are known of where the configuration of a box is read, with a configuration and without', async () => {
    const { policies, guardrails } = made();
    const configurations = new LearningConfigurationRepository();
    const transactions = new Transactions(dataSource);
    const kbid = randomUUID();
    const read = () => transactions.read((tx) => configurations.findGuarded({ account, kbid }, tx));
    await policies.create(randomUUID(), { ...bread, blocking: true });
    const { id } = await policies.create(account, bread);
    expect(await read()).toEqual({ row: undefined, isGuarded: false });
    const row = { account, kbid, choices: { summary: 'extended' as const }, sealedUserKeys: null };
    await transactions.run((tx) => configurations.put(row, tx));
    expect(await read()).toEqual({ row, isGuarded: false });
    await policies.change({ account, id }, { blocking: true });
    expect(await read()).toEqual({ row, isGuarded: true });
    await expect(guardrails.admit('bread', { ...asked(), isGuarded: true })).rejects.toMatchObject({
      code: 'guardrail_blocked',
    });
    await policies.change({ account, id }, { enabled: false });
    expect(await read()).toEqual({ row, isGuarded: false });
  });

  it('are judged by the model that answers, where it follows prompts', async () => {
    const answering = new Judge();
    const { policies, guardrails } = made();
    await policies.create(account, { ...bread, blocking: true });
    await guardrails.admit('Sea', {
      ...asked(),
      named: { generator: answering, id: 'a', customerKey: true, apiKey: 'k' },
    });
    expect([answering.asked.length, judge.asked.length, answering.asked[0]?.apiKey]).toEqual([1, 0, 'k']);
  });

  it('judge a text for those who ask, with a score', async () => {
    const { policies, guardrails } = made();
    const { id } = await policies.create(account, { ...bread, enabled: false });
    const judgement = await guardrails.judge('bread', { account, id }, signal);
    expect(judgement.answer).toEqual({ flagged: true, policy_id: id, score: 0.9, threshold: 0.5 });
    expect((await guardrails.judge('sea', { account, id }, signal)).answer.flagged).toBe(false);
    const theirs = guardrails.judge('sea', { account: randomUUID(), id }, signal);
    await expect(theirs).rejects.toMatchObject({ code: 'not_found' });
    judge.reply = () => ({ type: 'object', object: { score: 7 } });
    await expect(guardrails.judge('sea', { account, id }, signal)).rejects.toMatchObject({ code: 'provider_failed' });
    judge.reply = () => ({ type: 'status', code: '-1', details: 'Broken off' });
    await expect(guardrails.judge('sea', { account, id }, signal)).rejects.toThrow('Broken off');
  });

  it('that block are refused where nothing can judge, and then nothing passes that they should judge', async () => {
    await made().policies.create(account, { ...bread, blocking: true });
    const { policies, guardrails } = made(new Generators([local.generator], 'local'));
    const refusal = { code: 'invalid_request', message: expect.stringContaining('cannot judge') };
    await expect(policies.create(account, { ...bread, blocking: true })).rejects.toMatchObject(refusal);
    await expect(guardrails.admit('Sea', asked())).rejects.toMatchObject(refusal);
    const { id } = await policies.create(account, bread);
    await expect(policies.change({ account, id }, { blocking: true })).rejects.toMatchObject(refusal);
    await expect(guardrails.judge('sea', { account, id }, signal)).rejects.toMatchObject(refusal);
  });

  it('belong to one account each, and are changed and deleted', async () => {
    const { policies } = made();
    const { id, ...given } = await policies.create(account, bread);
    expect(given).toEqual({ ...bread, instruction: '', target: 'QUERY', enabled: true, blocking: false });
    expect(await policies.change({ account, id }, { name: 'B' })).toEqual({ ...given, id, name: 'B' });
    const theirs = { account: randomUUID(), id };
    for (const refused of [policies.get(theirs), policies.change(theirs, {}), policies.delete(theirs)])
      await expect(refused).rejects.toMatchObject({ code: 'not_found' });
    await policies.delete({ account, id });
    await expect(policies.get({ account, id })).rejects.toMatchObject({ code: 'not_found' });
  });

  it('that apply are ten at most', async () => {
    const { policies } = made();
    for (let i = 0; i < 10; i++) await policies.create(account, { ...bread, blocking: true });
    await expect(policies.create(account, { ...bread, blocking: true })).rejects.toMatchObject({
      code: 'quota_exceeded',
    });
    const { id } = await policies.create(account, bread);
    await expect(policies.change({ account, id }, { blocking: true })).rejects.toMatchObject({
      code: 'quota_exceeded',
    });
    expect((await policies.get({ account, id })).blocking).toBe(false);
  });
});
