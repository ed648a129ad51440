import { randomUUID } from 'node:crypto';
import { openServiceDatabase, Transactions } from '@lectern/database';
import { Generators } from '@lectern/models';
import { masterKeyOf, SecretEnvelope } from '@lectern/secrets';
import { entitiesOf, temporaryDatabase, type TemporaryDatabase } from '@lectern/testing';
import { CustomModelRepository } from '../account-model/custom-model.repository';
import { ModelConfigurationRepository } from '../account-model/model-configuration.repository';
import { understandingSchema } from '../understanding.database';
import type { DataSource } from 'typeorm';
import { BoxEmbeddingModels } from '../account-model/box-embedding-models';
import { assumedRoles, unreachableProviders } from '../configuration/configurations.fixture';
import { localReader } from '../configuration/named-generators.fixture';
import { CustomModelRows } from '../account-model/custom-model-rows';
import { CustomModelService } from '../custom-model/custom-model.service';
import { AccountModels } from '../account-model/account-models';
import { ModelConfigurationRows } from '../account-model/model-configuration-rows';
import { ModelConfigurationService } from './model-configuration.service';
import { ModelConfigurationModule } from './model-configuration.module';

const SECRET = 'sk-of-the-customer';
const server = { url: 'https://models.example.org/v1', model_id: 'small', key: SECRET };

describe('models of accounts', () => {
  let database: TemporaryDatabase;
  let dataSource: DataSource;
  let configurations: ModelConfigurationService;
  let customModels: CustomModelService;
  let choosable: AccountModels;
  const here = new Set<string>();
  let account: string;

  beforeAll(async () => {
    database = await temporaryDatabase();
    const limits = { poolMax: 4, statementTimeoutMs: 30_000 };
    const schema = { ...understandingSchema, entities: entitiesOf(ModelConfigurationModule) };
    dataSource = await openServiceDatabase(database.url, schema, limits);
    const envelope = new SecretEnvelope([masterKeyOf('a secret of this test that is long enough')]);
    const transactions = new Transactions(dataSource);
    const rows = new ModelConfigurationRows(transactions, new ModelConfigurationRepository(), envelope);
    const customRows = new CustomModelRows(transactions, new CustomModelRepository(), envelope);
    const boxes = Object.assign(Object.create(BoxEmbeddingModels.prototype), {
      find: async ({ kbid }: { kbid: string }) => (here.has(kbid) ? [] : undefined),
    });
    const generators = new Generators([localReader().generator], 'local');
    configurations = new ModelConfigurationService(rows, generators, unreachableProviders(), assumedRoles());
    customModels = new CustomModelService(customRows, boxes);
    choosable = new AccountModels(rows, customRows);
  });
  afterAll(async () => {
    await dataSource.destroy();
    await database.drop();
  });
  beforeEach(() => void (account = randomUUID()));

  const anthropic = { default_model_id: 'claude-haiku-4-5', user_keys: { anthropic: { key: SECRET } } };
  const custom = { model_types: ['GENERATIVE' as const], location: 'custom:ours', openai_compat: server };

  describe('that are configured', () => {
    it('keep keys sealed, show a mask, and change what is given', async () => {
      const { id } = await configurations.create(account, { ...anthropic, description: 'Ours' });
      const shown = await configurations.get({ account, id });
      expect(shown).toMatchObject({ description: 'Ours', user_keys: { anthropic: { key: '********' } }, kbids: [] });
      expect(JSON.stringify(await dataSource.query('SELECT * FROM model_configurations'))).not.toContain(SECRET);
      const kbid = randomUUID();
      const changed = await configurations.change({ account, id }, { user_keys: shown.user_keys, kbids: [kbid] });
      expect(changed).toEqual({ ...shown, kbids: [kbid] });
      const cleared = await configurations.change({ account, id }, { description: null, kbids: null });
      expect(cleared).toEqual({ ...shown, description: null });
    });

    it('belong to one account each, and are listed without keys', async () => {
      const { id } = await configurations.create(account, anthropic);
      const theirs = { account: randomUUID(), id };
      for (const refused of [
        configurations.get(theirs),
        configurations.change(theirs, {}),
        configurations.delete(theirs),
      ])
        await expect(refused).rejects.toMatchObject({ code: 'not_found' });
      expect((await configurations.list(theirs.account)).configurations).toEqual([]);
      const [listed] = (await configurations.list(account)).configurations;
      expect(Object.keys(listed ?? {})).not.toEqual(expect.arrayContaining(['user_keys']));
      await configurations.delete({ account, id });
      await expect(configurations.get({ account, id })).rejects.toMatchObject({ code: 'not_found' });
    });

    it.each([
      ['of a model that nobody knows', { default_model_id: 'no-such' }, 'unknown model'],
      ['without the keys of its provider', { default_model_id: 'gpt-4o' }, 'needs user_keys.openai with key'],
      ['without an address', { default_model_id: 'openai_compat', user_keys: { openai_compat: {} } }, 'url, model_id'],
      [
        'with a role that its provider does not take',
        { ...anthropic, assume_role: 1 as const },
        'not called with a role',
      ],
      ['with keys of others', { ...anthropic, default_model_id: 'local' }, 'keys of anthropic are not used'],
    ])('are refused %s', async (_, given, text) => {
      await expect(configurations.create(account, given)).rejects.toThrow(text);
    });

    it('lose no change when they are changed at the same time', async () => {
      const { id } = await configurations.create(account, anthropic);
      const name = { account, id };
      await Promise.all([
        configurations.change(name, { description: 'Ours' }),
        configurations.change(name, { nua_client_ids: ['a'] }),
      ]);
      expect(await configurations.get(name)).toMatchObject({ description: 'Ours', nua_client_ids: ['a'] });
    });
  });

  describe('that run elsewhere', () => {
    it('keep their server sealed, and have one location each', async () => {
      const { id } = await customModels.create(account, custom);
      expect(await customModels.get({ account, id })).toMatchObject({
        model_id: id,
        account,
        location: 'custom:ours',
        log: null,
        kbids: [],
        openai_compat: { ...server, key: '********' },
      });
      expect(JSON.stringify(await dataSource.query('SELECT * FROM custom_models'))).not.toContain(SECRET);
      await expect(customModels.create(account, custom)).rejects.toMatchObject({ code: 'conflict' });
      await customModels.create(randomUUID(), custom);
      const openai_compat = { ...server, key: '********', model_id: 'large' };
      expect(await customModels.change({ account, id }, { openai_compat })).toMatchObject({ openai_compat });
      await expect(
        customModels.change({ account, id }, { openai_compat: { ...openai_compat, url: 'https://b.example.org' } }),
      ).rejects.toThrow('send the key again');
    });

    it('are used by the boxes that they were added to', async () => {
      const { id } = await customModels.create(account, { ...custom, description: 'Ours' });
      const kbid = randomUUID();
      await expect(customModels.addToBox(account, kbid, id)).rejects.toMatchObject({ code: 'not_found' });
      here.add(kbid);
      for (let i = 0; i < 2; i++) await customModels.addToBox(account, kbid, id);
      await customModels.add(account, 'elsewhere', id.replaceAll('-', ''));
      expect((await customModels.get({ account, id })).kbids).toEqual([kbid, 'elsewhere']);
      expect(await customModels.describe(account, 'elsewhere')).toEqual({ descriptions: { [id]: 'Ours' } });
      const chosen = { generative_model: 'custom:ours' };
      expect(await choosable.refused(chosen, { account, kbid })).toEqual([]);
      await customModels.remove({ account, id }, kbid);
      await expect(customModels.remove({ account, id }, kbid)).rejects.toMatchObject({ code: 'not_found' });
      await expect(customModels.get({ account, id }, kbid)).rejects.toMatchObject({ code: 'not_found' });
      expect(await choosable.refused(chosen, { account, kbid })).toHaveLength(1);
      await customModels.delete({ account, id });
      await expect(customModels.get({ account, id })).rejects.toMatchObject({ code: 'not_found' });
    });

    it('need an address', async () => {
      const missing = customModels.create(account, { ...custom, openai_compat: { key: SECRET } });
      await expect(missing).rejects.toThrow('needs openai_compat with url, model_id');
    });
  });

  it('can be chosen by name where they are for the box', async () => {
    const kbid = randomUUID();
    const { id } = await configurations.create(account, { ...anthropic, kbids: [kbid], description: 'Ours' });
    const name = `claude-haiku-4-5/${id}`;
    expect(await choosable.list(account, kbid)).toEqual([{ name, model: 'claude-haiku-4-5', title: 'Ours' }]);
    expect(await choosable.list(account, randomUUID())).toEqual([]);
    expect(await choosable.list(undefined)).toEqual([]);
    expect(await choosable.refused({ generative_model: name, summary_model: name }, { account, kbid })).toEqual([]);
    const elsewhere = { account, kbid: randomUUID() };
    const refused = await choosable.refused({ generative_model: name, summary_model: 'local' }, elsewhere);
    expect(refused).toMatchObject([{ loc: ['body', 'generative_model'], input: name }]);
    const other = { generative_model: `gpt-4o/${id}` };
    expect(await choosable.refused(other, { account, kbid })).toHaveLength(1);
  });
});
