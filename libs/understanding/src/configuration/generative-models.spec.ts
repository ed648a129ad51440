import { randomUUID } from 'node:crypto';
import { Generators } from '@lectern/models';
import type { StoredModelConfiguration } from '../account-model/model-configuration-rows';
import type { StoredCustomModel } from '../account-model/custom-model-rows';
import { generativeModelsOf } from './configurations.fixture';
import type { ChosenGeneration } from './learning-configurations';
import { localReader, servedModel } from './named-generators.fixture';

const account = randomUUID();
const id = randomUUID();
const asker = { account, kbid: 'box', nuaClient: 'client' };
const nothing: ChosenGeneration = {
  generativeModel: 'local',
  summaryModel: 'local',
  summary: 'simple',
  preferMarkdown: false,
  userPrompts: {},
  userKeys: {},
};
const configuration: StoredModelConfiguration = {
  account,
  id,
  model: 'gpt-4o',
  description: null,
  keys: { openai: { key: 'sk' } },
  userPrompts: { openai: { system: 'Be brief.' } },
  assumeRole: false,
  createdAt: new Date(),
  kbids: [],
  nuaClientIds: [],
};

const ours: StoredCustomModel = {
  account,
  id: randomUUID(),
  location: 'custom:ours',
  description: null,
  trainedDate: null,
  trainedKbid: null,
  server: { url: 'https://a.example.org', model_id: 'm' },
  kbids: ['box'],
  createdAt: new Date(),
};

const localOnly = new Generators([localReader().generator], 'local');
const withServer = new Generators([localReader().generator, servedModel().generator], 'served');
const find = (
  name: string,
  {
    chosen = {},
    by = asker,
    generators = localOnly,
    configured = configuration,
  }: {
    chosen?: Partial<ChosenGeneration>;
    by?: { account?: string; kbid?: string; nuaClient?: string };
    generators?: Generators;
    configured?: StoredModelConfiguration;
  } = {},
) => generativeModelsOf(generators, [configured], [ours]).find(name, by, { ...nothing, ...chosen });

describe('a generative model', () => {
  it('of the deployment is found by its name, any other by the server that knows more', async () => {
    expect(await find('local')).toMatchObject({ id: 'local', customerKey: false });
    expect(await find('no-such')).toBeUndefined();
    const other = await find('no-such', {
      generators: withServer,
      chosen: { userKeys: { openai_compat: { key: 'k' } } },
    });
    expect(other).toMatchObject({ id: 'no-such', model: 'no-such', apiKey: 'k', customerKey: true });
  });

  it('of a provider is used with keys of the box, and with nothing less than the provider needs', async () => {
    const found = await find('gpt-4o', { chosen: { userKeys: { openai: { key: 'sk' } } } });
    expect(found).toMatchObject({ id: 'gpt-4o', customerKey: true });
    expect(found?.generator.description).toMatchObject({ provider: 'openai', vision: true, contextTokensMax: 128_000 });
    await expect(find('gpt-4o')).rejects.toThrow('needs keys: give user_keys.openai');
    const half = { userKeys: { anthropic_bedrock: { access_key: 'a' } } };
    await expect(find('bedrock-nova-pro', { chosen: half })).rejects.toThrow('user_keys.anthropic_bedrock');
    expect(await find('gpt-4o', { generators: withServer })).toMatchObject({ model: 'gpt-4o', customerKey: false });
  });

  it('of a server of the customer has the limits that its keys say', async () => {
    const server = {
      url: 'https://models.example.org/v1',
      model_id: 'm',
      generation_config: { max_input_tokens: 9_000 },
      model_features: { vision: true },
    };
    const found = await find('openai_compat', { chosen: { userKeys: { openai_compat: server } } });
    expect(found?.generator.description).toMatchObject({ contextTokensMax: 9_000, vision: true });
  });

  it.each(['openai_compat', 'openai-compat', 'OpenAI-Compat'])(
    'of a server of the customer is meant by the name %s, and the server of the deployment is not asked',
    async (name) => {
      const userKeys = { openai_compat: { url: 'https://models.example.org/v1', model_id: 'm', key: 'sk' } };
      const found = await find(name, { chosen: { userKeys }, generators: withServer });
      expect(found).toMatchObject({ id: name, customerKey: true });
      expect(found).not.toMatchObject({ generator: withServer.default });
      expect([found?.model, found?.apiKey]).toEqual([undefined, undefined]);
    },
  );

  it('that nothing has is refused where the box has a server of its own, since it may be meant for that one', async () => {
    const userKeys = { openai_compat: { url: 'https://models.example.org/v1', model_id: 'm' } };
    const unclear = find('openai-compatible', { chosen: { userKeys }, generators: withServer });
    await expect(unclear).rejects.toThrow('asked by the name openai_compat');
    expect(await find('served', { chosen: { userKeys }, generators: withServer })).toMatchObject({
      id: 'served',
      customerKey: false,
      apiKey: undefined,
    });
  });

  it('is not asked with the key of the deployment where the box has keys for it that are not complete', async () => {
    const generators = new Generators([localReader().generator, servedModel('gpt-4o', 'openai').generator], 'local');
    for (const name of ['gpt-4o', 'gpt_4o']) {
      const half = find(name, { chosen: { userKeys: { openai: { org: 'ours' } } }, generators });
      await expect(half).rejects.toThrow('needs keys: give user_keys.openai');
    }
  });

  it('of a configuration has its keys and prompts, and the same generator each time', async () => {
    const [first, second] = [await find(`gpt-4o/${id}`), await find(`gpt-4o/${id.replaceAll('-', '')}`)];
    expect(first).toMatchObject({ customerKey: true, prompts: { openai: { system: 'Be brief.' } } });
    expect(second?.generator.description).toEqual(first?.generator.description);
  });

  it('of a configuration of a model of the deployment has its prompts and the key of the deployment', async () => {
    const configured = { ...configuration, model: 'served', keys: {} };
    const found = await find(`served/${id}`, { configured, generators: withServer });
    expect(found).toMatchObject({ id: `served/${id}`, model: 'served', customerKey: false });
  });

  it.each([
    ['that is of another account', { by: { account: randomUUID() } }, 'no such model configuration'],
    ['without an account', { by: {} }, 'no such model configuration'],
    ['of another model', { configured: { ...configuration, model: 'gpt-4.1' } }, 'no such model configuration'],
    ['that has lost its keys', { configured: { ...configuration, keys: {} } }, 'needs keys'],
    ['for other boxes', { configured: { ...configuration, kbids: ['other'] } }, 'not for this knowledge box'],
    ['for other clients', { configured: { ...configuration, nuaClientIds: ['other'] } }, 'not for this NUA client'],
  ])('of a configuration %s is refused', async (_, options, text) => {
    const refused = find(`gpt-4o/${id}`, options);
    await expect(refused).rejects.toMatchObject({ code: 'invalid_request', message: expect.stringContaining(text) });
  });

  it('of a configuration for some boxes and clients is theirs', async () => {
    const configured = { ...configuration, kbids: ['box'], nuaClientIds: ['client'] };
    expect(await find(`gpt-4o/${id}`, { configured })).toBeDefined();
  });

  it('of its own is for the boxes that it was added to, and for clients that name no box', async () => {
    expect(await find('custom:ours')).toMatchObject({ id: 'custom:ours', customerKey: true });
    expect(await find('custom:ours', { by: { account } })).toBeDefined();
    for (const by of [{ account, kbid: 'other' }, { account: randomUUID(), kbid: 'box' }, {}])
      await expect(find('custom:ours', { by })).rejects.toMatchObject({ code: 'invalid_request' });
    await expect(find('custom:theirs')).rejects.toThrow('no such custom model');
  });

  it('of a configuration with a role has the credentials of the role', async () => {
    const configured = { ...configuration, model: 'bedrock-nova-pro', keys: {}, assumeRole: true };
    const found = await find(`bedrock-nova-pro/${id}`, { configured });
    expect(found?.generator.description).toMatchObject({ provider: 'anthropic_bedrock' });
  });
});
