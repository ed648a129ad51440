import { randomUUID } from 'node:crypto';
import { InProcessBus } from '@lectern/bus';
import { AppError } from '@lectern/contracts/core';
import { openServiceDatabase, Transactions } from '@lectern/database';
import { masterKeyOf, SecretEnvelope } from '@lectern/secrets';
import { entitiesOf, temporaryDatabase, type TemporaryDatabase } from '@lectern/testing';
import { LearningConfigurationRepository } from '../configuration/learning-configuration.repository';
import { StrategyRepository } from '../configuration/strategy.repository';
import { understandingSchema } from '../understanding.database';
import type { DataSource } from 'typeorm';
import { servedModels } from '../configuration/available-models.fixture';
import { AccountModels } from '../account-model/account-models';
import { BoxEmbeddingModels } from '../account-model/box-embedding-models';
import { ConfigurationRows } from '../configuration/configuration-rows';
import { ConfigurationService } from '../configuration/configuration.service';
import { BoxStrategyStore } from './box-strategy-store';
import { FieldStrategies } from './field-strategies';
import { StrategyRows } from './strategy-rows';
import { StrategyService } from './strategy.service';
import { StrategyModule } from './strategy.module';

const SECRET = 'sk-of-the-strategy';
const manual = { name: 'lines', custom_split: 1, manual_split: { splitter: '\n' } } as const;

describe('stored strategies', () => {
  let database: TemporaryDatabase;
  let dataSource: DataSource;
  let service: StrategyService;
  let configurations: ConfigurationService;
  let fields: FieldStrategies;
  let files: BoxStrategyStore;
  const account = randomUUID();

  beforeAll(async () => {
    database = await temporaryDatabase();
    const limits = { poolMax: 4, statementTimeoutMs: 30_000 };
    const schema = { ...understandingSchema, entities: entitiesOf(StrategyModule) };
    dataSource = await openServiceDatabase(database.url, schema, limits);
    const envelope = new SecretEnvelope([masterKeyOf('a secret of this test that is long enough')]);
    const transactions = new Transactions(dataSource);
    const strategies = new StrategyRepository();
    const rows = new ConfigurationRows(transactions, new LearningConfigurationRepository(), envelope, strategies);
    const request = async () => {
      throw new AppError('not_found', 'Knowledge Box does not exist');
    };
    const boxes = new BoxEmbeddingModels(Object.assign(new InProcessBus(), { request }));
    const models = { available: servedModels, reranker: 'lexical' };
    const noAccountModels = Object.assign(Object.create(AccountModels.prototype), { refused: async () => [] });
    configurations = new ConfigurationService(rows, boxes, models, noAccountModels);
    const strategyRows = new StrategyRows(transactions, strategies, envelope);
    service = new StrategyService(strategyRows, rows, boxes, models);
    fields = new FieldStrategies(strategyRows);
    files = new BoxStrategyStore(strategyRows);
  });

  afterAll(async () => {
    await dataSource.destroy();
    await database.drop();
  });

  const newBox = () => ({ account, kbid: randomUUID(), isBox: true });

  it('are of one kind, one account and one knowledge box each', async () => {
    const box = newBox();
    const { id } = await service.add('split', box, manual);
    expect(await service.list('split', box)).toEqual({ [id]: manual });
    expect(await service.list('extract', box)).toEqual({});
    await expect(service.get('extract', box, id)).rejects.toMatchObject({ code: 'not_found' });
    for (const other of [newBox(), { ...box, account: randomUUID() }]) {
      expect(await service.list('split', other)).toEqual({});
      await expect(service.disable('split', other, id)).rejects.toMatchObject({ code: 'not_found' });
      expect((await fields.of({ ...other, split: id })).problem).toMatchObject({ code: 2 });
    }
    expect((await fields.of({ ...box, split: id.replaceAll('-', '').toUpperCase() })).split?.config).toEqual(manual);
  });

  it('keep keys sealed, show a mask, and use what was stored', async () => {
    const box = newBox();
    const llm = { generative_model: 'served', user_keys: { openai_compat: { key: SECRET } } };
    const { id } = await service.add('extract', box, { vllm_config: { llm }, ai_tables: {} });
    expect(JSON.stringify(await service.list('extract', box))).not.toContain(SECRET);
    expect(JSON.stringify(await dataSource.query('SELECT * FROM strategies'))).not.toContain(SECRET);
    const shown = (await service.get('extract', box, id)).vllm_config?.llm;
    expect(shown).toEqual({ ...llm, user_keys: { openai_compat: { key: '********' } } });
    const { extract } = await fields.of({ ...box, extract: id });
    expect(extract?.keys).toEqual({ vllm_config: { openai_compat: { key: SECRET } } });
  });

  it('are so many for a knowledge box', async () => {
    const box = newBox();
    for (let count = 0; count < 100; count += 1) await service.add('split', box, {});
    await expect(service.add('split', box, {})).rejects.toMatchObject({ code: 'quota_exceeded' });
    await service.add('extract', box, {});
  });

  it('are refused where their models are not there', async () => {
    const add = (llm: object) => service.add('extract', newBox(), { vllm_config: { llm } });
    await expect(add({ generative_model: 'local' })).rejects.toMatchObject({ code: 'invalid_request' });
    await expect(add({ generative_provider: 'azure' })).rejects.toMatchObject({ code: 'invalid_request' });
    await expect(add({ user_keys: { openai_compat: { key: '********' } } })).rejects.toMatchObject({
      details: { detail: [{ loc: ['body', 'vllm_config', 'llm', 'user_keys'] }] },
    });
    // The default model's server may know other models.
    await add({ generative_model: 'another', generative_provider: 'openai_compat' });
  });

  it('need a configuration where the knowledge box is elsewhere, and go with it', async () => {
    const place = { account, kbid: 'elsewhere', isBox: false };
    await expect(service.add('split', place, manual)).rejects.toMatchObject({ code: 'not_found' });
    await configurations.set(place, {});
    await service.add('split', place, manual);
    await configurations.delete(place);
    await expect(service.list('split', place)).rejects.toMatchObject({ code: 'not_found' });
    await configurations.set(place, {});
    expect(await service.list('split', place)).toEqual({});
  });

  it('are in files of their knowledge box, without keys, and come back with their ids', async () => {
    const box = newBox();
    const llm = { user_keys: { openai_compat: { key: SECRET } }, generative_model: 'served' };
    const { id } = await service.add('extract', box, { name: 'eyes', vllm_config: { llm } });
    const { id: cut } = await service.add('split', box, manual);
    const { strategies } = await files.read(box);
    expect(strategies).toEqual([
      { id, kind: 'extract', config: { name: 'eyes', vllm_config: { llm: { generative_model: 'served' } } } },
      { id: cut, kind: 'split', config: manual },
    ]);
    const other = newBox();
    for (const strategy of [...strategies, ...strategies])
      expect(await files.store(other, strategy)).toEqual({ isOther: false });
    expect(await files.read(other)).toEqual({ strategies });
    const changed = { id: cut, kind: 'split', config: {} } as const;
    expect(await files.store(other, changed)).toEqual({ isOther: true });
    const wrong = { ...changed, id: randomUUID(), config: { custom_split: 1 } };
    await expect(files.store(other, wrong)).rejects.toMatchObject({ code: 'invalid_request' });
    // The keys are already stored.
    for (const strategy of strategies) expect(await files.store(box, strategy)).toEqual({ isOther: false });
  });

  it('go with their knowledge box', async () => {
    const box = newBox();
    await service.add('split', box, manual);
    await configurations.purge(box);
    await configurations.purge(box);
    expect(await service.list('split', box)).toEqual({});
  });
});
