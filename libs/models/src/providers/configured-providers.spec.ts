import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ScriptedProvider } from '@lectern/testing';
import { configuredGenerators } from '../configured';
import { collect, textOf } from '../generator.contract';
import type { ModelsConfig } from '../models.config';
import { configuredCatalogue } from './configured-providers';

const timeouts = {
  OPENAI_FIRST_CHUNK_TIMEOUT_MS: 5_000,
  OPENAI_CHUNK_TIMEOUT_MS: 5_000,
  OPENAI_TOTAL_TIMEOUT_MS: 10_000,
};
const settings = (given: Partial<ModelsConfig>) => ({ GENERATOR: 'local', ...timeouts, ...given }) as ModelsConfig;
const generatorsOf = (given: Partial<ModelsConfig>) =>
  configuredGenerators(settings(given), configuredCatalogue(settings(given)));

describe('providers of an operator', () => {
  let folder: string;
  let path: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'catalogue-'));
    path = join(folder, 'catalogue.json');
  });
  afterEach(() => rm(folder, { recursive: true }));
  const catalogueOf = async (content: unknown) => {
    await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content));
    return configuredCatalogue(settings({ PROVIDER_CATALOGUE: path }));
  };

  it('give the deployment all models that it has keys for', async () => {
    const ids = (await generatorsOf({ PROVIDER_KEYS: '{"cohere": {"key": "sk"}}' })).list();
    expect(ids.map(({ id }) => id)).toEqual(['local', 'command-a-03-2025', 'command-r7b-12-2024']);
    const chosen = { GENERATOR: 'command-a-03-2025', PROVIDER_KEYS: '{"cohere": {"key": "sk"}}' };
    expect((await generatorsOf(chosen)).defaultId).toBe('command-a-03-2025');
  });

  it.each([
    ['the default has no keys', { GENERATOR: 'gpt-4o' }, 'GENERATOR is gpt-4o; there are openai-compatible, local'],
    ['keys are no JSON', { PROVIDER_KEYS: 'sk-secret' }, 'no JSON object'],
    ['keys are no texts', { PROVIDER_KEYS: '{"openai": {"key": 7}}' }, 'no JSON object'],
    ['keys are incomplete', { PROVIDER_KEYS: '{"azure_openai": {"key": "sk-secret"}}' }, 'without url, deployment'],
    ['keys are of nobody', { PROVIDER_KEYS: '{"nobody": {"key": "sk-secret"}}' }, 'names nobody; known are openai'],
  ])('stop the start when %s, without a word of the keys', async (_, given, text) => {
    await expect(generatorsOf(given)).rejects.toThrow(text);
    const secret = { message: expect.stringContaining('sk-') };
    await expect(generatorsOf(given)).rejects.toEqual(expect.not.objectContaining(secret));
  });

  it('are added to the catalogue by a file, with limits, prices and their address', async () => {
    const server = await ScriptedProvider.start();
    server.next({ pieces: ['The moon.'] });
    const prices = { input: 0.1, output: 0.2 };
    await catalogueOf({
      providers: [{ id: 'ours', title: 'Our servers', driver: 'openai_compat', baseUrl: server.baseUrl }],
      models: [{ id: 'ours-large', provider: 'ours', name: 'large', contextTokensMax: 9_000, vision: true, prices }],
    });
    const given = { PROVIDER_CATALOGUE: path, PROVIDER_KEYS: '{"ours": {"key": "sk"}}', GENERATOR: 'ours-large' };
    const { default: generator } = await generatorsOf(given);
    expect(generator.description).toMatchObject({ provider: 'ours', contextTokensMax: 9_000, vision: true });
    expect(configuredCatalogue(settings(given)).model('ours-large')).toMatchObject({ prices, tools: false });
    const asked = { question: 'What pulls the sea?', context: [], history: [], citations: 'none' as const };
    const { signal } = new AbortController();
    expect(textOf(await collect(generator.generate(asked, { signal })))).toBe('The moon.');
    expect(server.calls[0]).toMatchObject({ authorization: 'Bearer sk', body: { model: 'large' } });
    await server.close();
  });

  it('replace entries of the catalogue', async () => {
    const catalogue = await catalogueOf({
      providers: [{ id: 'openai', title: 'Proxy', driver: 'openai', baseUrl: 'https://proxy.example.org/v1' }],
      models: [{ id: 'gpt-4o', provider: 'openai', contextTokensMax: 4_000 }],
    });
    expect(catalogue.provider('openai')).toMatchObject({ title: 'Proxy', needs: ['key'] });
    expect(catalogue.model('gpt-4o')).toMatchObject({
      contextTokensMax: 4_000,
      name: 'gpt-4o',
      outputTokensMax: 4_000,
    });
  });

  it.each([
    ['is no JSON', 'providers:'],
    ['has other members', { provider: [] }],
    ['has limits that are none', { models: [{ id: 'm', provider: 'openai', contextTokensMax: -1 }] }],
    ['names a provider that is not there', { models: [{ id: 'm', provider: 'ours', contextTokensMax: 1_000 }] }],
    ['has a server without an address', { providers: [{ id: 'ours', title: 'Ours', driver: 'openai_compat' }] }],
    ['has a driver that is none', { providers: [{ id: 'o', title: 'O', driver: 'x', baseUrl: 'http://a' }] }],
  ])('stop the start with a file that %s', async (_, content) => {
    await expect(catalogueOf(content)).rejects.toThrow(`PROVIDER_CATALOGUE ${path}`);
  });
});
