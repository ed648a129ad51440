import { randomUUID } from 'node:crypto';
import { InProcessBus } from '@lectern/bus';
import { AppError } from '@lectern/contracts/core';
import { openServiceDatabase, Transactions } from '@lectern/database';
import { masterKeyOf, SecretEnvelope } from '@lectern/secrets';
import { entitiesOf, temporaryDatabase, type TemporaryDatabase } from '@lectern/testing';
import { CustomModelRepository } from '../account-model/custom-model.repository';
import { LearningConfigurationRepository } from './learning-configuration.repository';
import { ModelConfigurationRepository } from '../account-model/model-configuration.repository';
import { StrategyRepository } from './strategy.repository';
import { understandingSchema } from '../understanding.database';
import type { DataSource } from 'typeorm';
import { CustomModelRows } from '../account-model/custom-model-rows';
import { AccountModels } from '../account-model/account-models';
import { ModelConfigurationRows } from '../account-model/model-configuration-rows';
import { servedModels } from './available-models.fixture';
import { BoxEmbeddingModels } from '../account-model/box-embedding-models';
import { ConfigurationRows } from './configuration-rows';
import { ConfigurationService } from './configuration.service';
import { LearningConfigurations } from './learning-configurations';
import { ConfigurationModule } from './configuration.module';

const SECRET = 'sk-of-the-customer';

describe('stored configurations', () => {
  let database: TemporaryDatabase;
  let dataSource: DataSource;
  let service: ConfigurationService;
  let chosen: LearningConfigurations;
  let configured: ModelConfigurationRows;
  const account = randomUUID();
  /** Vectorsets by account and box. */
  const here = new Map<string, readonly string[]>();

  beforeAll(async () => {
    database = await temporaryDatabase();
    const schema = { ...understandingSchema, entities: entitiesOf(ConfigurationModule) };
    dataSource = await openServiceDatabase(database.url, schema, {
      poolMax: 4,
      statementTimeoutMs: 30_000,
    });
    const envelope = new SecretEnvelope([masterKeyOf('a secret of this test that is long enough')]);
    const transactions = new Transactions(dataSource);
    const rows = new ConfigurationRows(
      transactions,
      new LearningConfigurationRepository(),
      envelope,
      new StrategyRepository(),
    );
    const request = async (_: unknown, { body }: { body: { account: string; kbid: string } }) => {
      const ids = here.get(`${body.account}/${body.kbid}`);
      if (!ids) throw new AppError('not_found', 'Knowledge Box does not exist');
      return { ids };
    };
    const boxes = new BoxEmbeddingModels(Object.assign(new InProcessBus(), { request }));
    const models = { available: servedModels, reranker: 'lexical' };
    const custom = new CustomModelRows(transactions, new CustomModelRepository(), envelope);
    configured = new ModelConfigurationRows(transactions, new ModelConfigurationRepository(), envelope);
    service = new ConfigurationService(rows, boxes, models, new AccountModels(configured, custom));
    chosen = new LearningConfigurations(rows, boxes, models);
  });

  afterAll(async () => {
    await dataSource.destroy();
    await database.drop();
  });

  const newBox = (vectorsets: readonly string[] = ['minilm-l6']) => {
    const kbid = randomUUID();
    here.set(`${account}/${kbid}`, vectorsets);
    return { account, kbid, isBox: true };
  };

  it('belong to one account each, whatever their name', async () => {
    const mine = { account, kbid: 'shared_name', isBox: false };
    const theirs = { ...mine, account: randomUUID() };
    await service.set(mine, { generative_model: 'local' });
    await expect(service.get(theirs)).rejects.toMatchObject({ code: 'not_found' });
    await service.set(theirs, {});
    expect((await service.get(mine)).generative_model).toBe('local');
    expect((await chosen.of(theirs)).generativeModel).toBe('served');
    await service.delete(mine);
    expect((await service.get(theirs)).generative_model).toBe('served');
  });

  it('count from the next request on', async () => {
    const box = newBox();
    expect(await chosen.of(box)).toEqual(chosen.deployment);
    await service.change(box, { generative_model: 'local', prefer_markdown_generative_response: true });
    const local = { generativeModel: 'local', summaryModel: 'local', preferMarkdown: true };
    expect(await chosen.of(box)).toEqual({ ...chosen.deployment, ...local });
    await service.change(box, { generative_model: null });
    expect(await chosen.generationOf(box)).toMatchObject({ generativeModel: 'served', preferMarkdown: true });
  });

  it('keep keys sealed, show a mask, and use what was stored', async () => {
    const box = newBox();
    await service.change(box, { user_keys: { openai_compat: { key: SECRET } } });
    const { user_keys } = await service.get(box);
    expect(JSON.stringify(user_keys)).not.toContain(SECRET);
    expect(JSON.stringify(await dataSource.query('SELECT * FROM learning_configurations'))).not.toContain(SECRET);
    await service.set(box, { user_keys, generative_model: 'served' });
    expect((await chosen.of(box)).userKeys).toEqual({ openai_compat: { key: SECRET } });
    await service.set(box, {});
    expect((await chosen.of(box)).userKeys).toEqual({});
  });

  it('of a box that is here have its vectorsets as embedding models', async () => {
    const box = newBox(['lexical', 'minilm-l6']);
    const wrong = service.set(box, { semantic_models: ['lexical'] });
    await expect(wrong).rejects.toMatchObject({ code: 'invalid_request' });
    await service.set(box, { semantic_models: ['minilm-l6', 'lexical'] });
    expect((await service.get(box)).semantic_models).toEqual(['lexical', 'minilm-l6']);
    expect((await chosen.of(box)).semanticModels).toEqual(['lexical', 'minilm-l6']);
    here.delete(`${account}/${box.kbid}`);
    await expect(service.get(box)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('of a box elsewhere have those that were chosen, the default first', async () => {
    const owner = { account, kbid: 'elsewhere', isBox: false };
    await service.set(owner, { semantic_models: ['minilm-l6', 'lexical'], default_semantic_model: 'lexical' });
    expect((await chosen.of(owner)).semanticModels).toEqual(['lexical', 'minilm-l6']);
  });

  it('are stored for a new box without its embedding models, and purged with it', async () => {
    const owner = { account, kbid: randomUUID() };
    await service.create({ ...owner, configuration: { semantic_models: ['lexical'], summary: 'extended' } });
    expect(await service.read(owner)).toEqual({ configuration: { summary: 'extended' } });
    await service.purge(owner);
    await service.purge(owner);
    expect(await service.read(owner)).toEqual({ configuration: {} });
    const refused = service.create({ ...owner, configuration: { semantic_models: ['x'] } });
    await expect(refused).rejects.toMatchObject({
      details: { detail: [{ loc: ['body', 'learning_configuration', 'semantic_models'] }] },
    });
  });

  it('lose nothing when they are changed at the same time', async () => {
    const box = newBox();
    await Promise.all([
      service.change(box, { generative_model: 'local' }),
      service.change(box, { summary: 'extended' }),
      service.change(box, { prefer_markdown_generative_response: true }),
    ]);
    expect(await service.get(box)).toMatchObject({
      generative_model: 'local',
      summary: 'extended',
      prefer_markdown_generative_response: true,
    });
  });
});
