import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { FilesystemBlobStore } from '@lectern/blob-store';
import {
  type AgentModule,
  type AnyDriver,
  DEFAULT_WORKFLOW,
  driverProviders,
  type ModuleKind,
  moduleClasses,
  moduleKinds,
} from '@lectern/contracts/agents';
import { validate } from '@lectern/contracts/core';
import { masterKeyOf, randomSecret, SecretEnvelope } from '@lectern/secrets';
import { itUnless, longestBlockMs } from '@lectern/testing';
import { type AgentsDatabase, openAgentsDatabase } from '../agents-database.fixture';
import { DriverEntity } from '../driver/driver.entity';
import { DriverRepository } from '../driver/driver.repository';
import { DriverService } from '../driver/driver.service';
import { AgentModuleRepository } from '../module/agent-module.repository';
import { AgentModuleService } from '../module/agent-module.service';
import { ModuleSeals } from '../module/module-seals';
import { PromptRepository } from '../prompt/prompt.repository';
import { PromptService } from '../prompt/prompt.service';
import { WorkflowRepository } from '../workflow/workflow.repository';
import { WorkflowService } from '../workflow/workflow.service';
import { AgentImportService } from './agent-import.service';
import { ExportedAgent } from './exported-agent';
import { sealFernet } from './fernet';
import { ImportWriter } from './import-writer';
import { passphraseKey } from './passphrase-key';
import { sampleOf } from './samples.fixture';

const PASSPHRASE = 'correct horse battery staple';
const signal = new AbortController().signal;
/** Members that rules ask for which are about several members. */
const needed: Readonly<Record<string, object>> = {
  preprocess_alinia: { preconfig: 'INAPPROPRIATE' },
  postprocess_alinia: { preconfig: 'INAPPROPRIATE' },
  mcpstdio: { config: { server: 'github', env: { TOKEN: 'secret' } } },
  kbdb: { config: { kbid: randomUUID(), description: 'Animals', key: 'secret', url: 'https://one.example/api' } },
};
const PYTHON = `
import base64, json, sys
from cryptography.fernet import Fernet
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.kdf.pbkdf2 import PBKDF2HMAC
def key(salt):
    kdf = PBKDF2HMAC(algorithm=hashes.SHA256(), length=32, salt=salt, iterations=1200000)
    return base64.urlsafe_b64encode(kdf.derive(sys.argv[3].encode()))
data = open(sys.argv[1], 'rb').read()
text = Fernet(key(data[:16])).decrypt(data[16:])
json.loads(text)
salt = bytes(range(16))
open(sys.argv[2], 'wb').write(salt + Fernet(key(salt)).encrypt(text))
`;

function missingPython(): string | undefined {
  try {
    execFileSync('python3', ['-c', 'import cryptography'], { stdio: 'ignore' });
    return undefined;
  } catch {
    return 'no Python with the package cryptography';
  }
}

describe('agents as files', () => {
  let database: AgentsDatabase;
  let folder: string;
  let drivers: DriverService;
  let modules: AgentModuleService;
  let workflows: WorkflowService;
  let prompts: PromptService;
  let exported: ExportedAgent;
  let imports: AgentImportService;
  let blobs: FilesystemBlobStore;

  beforeAll(async () => {
    database = await openAgentsDatabase();
    folder = await mkdtemp(join(tmpdir(), 'agent-files-'));
    blobs = new FilesystemBlobStore(folder);
    const { transactions } = database;
    const rows = {
      workflows: new WorkflowRepository(),
      modules: new AgentModuleRepository(),
      prompts: new PromptRepository(),
    };
    const envelope = new SecretEnvelope([masterKeyOf(randomSecret())]);
    process.env['MCP_STDIO_SERVERS'] = '{"github": {"command": "github-mcp-server", "variables": ["TOKEN"]}}';
    drivers = new DriverService(transactions, new DriverRepository(), envelope);
    delete process.env['MCP_STDIO_SERVERS'];
    const seals = new ModuleSeals(transactions, rows.workflows, rows.modules, envelope);
    modules = new AgentModuleService(transactions, rows.workflows, rows.modules, seals);
    workflows = new WorkflowService(transactions, rows.workflows);
    prompts = new PromptService(transactions, rows.prompts);
    exported = new ExportedAgent(transactions, drivers, rows.workflows, seals, rows.prompts);
    const writer = new ImportWriter(transactions, drivers, rows.workflows, seals, rows.prompts);
    imports = new AgentImportService(blobs, drivers, writer);
  });
  afterAll(async () => {
    await database.drop();
    await rm(folder, { recursive: true });
  });

  /** As the gateway hands it over: with its defaults. */
  const checkedModule = (kind: ModuleKind, module: object): AgentModule => {
    const type = moduleClasses[kind][String(Reflect.get(module, 'module'))]?.();
    if (!type) throw new Error('There is no such module');
    return validate(type, module) as AgentModule;
  };
  const add = (agent: string, kind: ModuleKind, module: object, workflow = DEFAULT_WORKFLOW) =>
    modules.add({ agent, workflow, kind }, checkedModule(kind, module));
  const fileOf = (agent: string) => exported.file(agent, { passphrase: PASSPHRASE, signal });
  const bring = async (agent: string, file: Buffer, { passphrase = PASSPHRASE, overwrite = false } = {}) => {
    const key = `account/${randomUUID()}/upload/${randomUUID()}`;
    const stored = await blobs.write(key, Readable.from([file]), { sizeBytesMax: 100_000_000 });
    return imports.import(agent, { file: { key, ...stored }, passphrase, overwrite }, signal);
  };
  /** A file as another program makes it. */
  const encrypted = async (document: unknown) => {
    const salt = Buffer.alloc(16, 7);
    const text = typeof document === 'string' ? document : JSON.stringify(document);
    const token = sealFernet(Buffer.from(text), await passphraseKey(PASSPHRASE, salt, { owner: 'spec' }));
    return Buffer.concat([salt, Buffer.from(token)]);
  };
  const withoutIds = (value: unknown): unknown =>
    JSON.parse(JSON.stringify(value, (name, inner: unknown) => (name === 'id' ? undefined : inner)));
  /** All of an agent except the ids that an import replaces. */
  const contentOf = async (agent: string) => {
    const { workflows: all } = await workflows.list(agent);
    const own = await Promise.all(
      all.flatMap(({ id: workflow }) => moduleKinds.map((kind) => modules.list({ agent, workflow, kind }))),
    );
    const { prompts: offered } = await prompts.list(agent);
    return {
      drivers: (await drivers.opened(agent)).map(withoutIds),
      workflows: all,
      modules: own.map(withoutIds),
      prompts: offered.map(({ prompt_id: _, ...prompt }) => prompt),
    };
  };

  /** Conditions of searches have rules of their own. */
  const runnable = (value: unknown): unknown =>
    JSON.parse(
      JSON.stringify(value, (name, inner: unknown) => {
        if (name === 'call_schema' || name === 'answer_json_schema') return { type: 'object' };
        if (name === 'filter_expression' && inner)
          return { field: { prop: 'label', labelset: 'animals', label: 'ibex' } };
        return name === 'filters' && Array.isArray(inner) ? ['/classification.labels/a/b'] : inner;
      }),
    );

  /** An agent with a module of every kind and a driver of every provider. */
  async function wholeAgent(): Promise<string> {
    const agent = randomUUID();
    for (const [provider, type] of Object.entries(driverProviders)) {
      const sample = sampleOf(type(), { provider, identifier: provider, name: 'D', ...needed[provider] });
      await drivers.add(agent, sample as AnyDriver); // checked against the class of its provider
    }
    await workflows.add(agent, {
      id: 'other',
      name: 'Other',
      description: 'Another one',
      parameters: { city: { type: 'string' } },
      required: ['city'],
      rules: ['Be brief.', { prompt: 'Be polite.' }],
    });
    for (const kind of moduleKinds) {
      for (const [module, type] of Object.entries(moduleClasses[kind])) {
        const { id: _, ...sample } = Object(sampleOf(type(), { module, ...needed[module] }));
        await add(agent, kind, runnable(withoutIds(sample)) as object, kind === 'context' ? 'other' : DEFAULT_WORKFLOW);
      }
    }
    await prompts.add(agent, { name: 'greet', prompt: 'Greet {name}.', arguments: [{ name: 'name' }], meta: { a: 1 } });
    await prompts.add(agent, { prompt: 'Go.' });
    return agent;
  }

  it('go out and in equal, with modules of every kind and drivers of every provider, whose secrets are sealed again', async () => {
    const agent = await wholeAgent();
    const before = await contentOf(agent);
    const file = await fileOf(agent);
    const copy = randomUUID();
    await bring(copy, file);
    expect(await contentOf(copy)).toEqual(before);
    const rows = await database.transactions.read((tx) => tx.findBy(DriverEntity, { agent: copy }));
    expect(rows.filter(({ secrets }) => Object.keys(secrets).length > 0).length).toBeGreaterThan(5);
    for (const { secrets } of rows) for (const sealed of Object.values(secrets)) expect(sealed).toMatch(/^v2\./);
  }, 120_000);

  itUnless(missingPython(), 'are read and written by Python', async () => {
    const agent = randomUUID();
    await drivers.add(agent, { identifier: 'b', name: 'B', provider: 'brave', config: { key: 'sëcret' } } as AnyDriver);
    await add(agent, 'context', { module: 'static_string', title: 'Ä', context: 'Ibex', max_retries: 1 });
    const [given, made] = [join(folder, 'given.bin'), join(folder, 'made.bin')];
    await writeFile(given, await fileOf(agent));
    execFileSync('python3', ['-c', PYTHON, given, made, PASSPHRASE]);
    const copy = randomUUID();
    await bring(copy, await readFile(made));
    expect(await contentOf(copy)).toEqual(await contentOf(agent));
  });

  it('give modules new ids, also where a module names another one by its id', async () => {
    const agent = randomUUID();
    const [inner, outer] = [randomUUID(), randomUUID()];
    const known = { module: 'static_string', id: inner, title: 'Known', context: 'Ibex', max_retries: 1 };
    const smart = { registered_agents: [known], registered_agents_descriptions: { [inner]: 'Animals' } };
    await add(agent, 'context', { module: 'smart', id: outer, title: 'Smart', max_retries: 1, ...smart });
    const copy = randomUUID();
    await bring(copy, await fileOf(agent));
    const [found] = (await modules.list({ agent: copy, workflow: DEFAULT_WORKFLOW, kind: 'context' })).modules;
    const [registered] = found?.['registered_agents'] as { id: string }[];
    expect(found?.['registered_agents_descriptions']).toEqual({ [registered?.id ?? '']: 'Animals' });
    expect([outer, inner]).not.toContain(found?.id);
    expect([outer, inner]).not.toContain(registered?.id);
  });

  it('replace what is there only when that is said, and then all of it', async () => {
    const [first, second] = [randomUUID(), randomUUID()];
    await add(first, 'context', { module: 'static_string', title: 'One', context: 'Ibex', max_retries: 1 });
    await workflows.add(first, { id: 'a', name: 'A' });
    await add(second, 'context', { module: 'static_string', title: 'Two', context: 'Goat', max_retries: 1 });
    await workflows.add(second, { id: 'b', name: 'B' });
    await workflows.add(second, { id: 'a', name: 'Another A' });
    await workflows.delete({ agent: second, id: 'a' });
    await prompts.add(second, { name: 'p', prompt: 'P' });
    const file = await fileOf(first);
    const before = await contentOf(second);
    await expect(bring(second, file)).rejects.toMatchObject({ code: 'conflict' });
    expect(await contentOf(second)).toEqual(before);
    await bring(second, file, { overwrite: true });
    expect(await contentOf(second)).toEqual(await contentOf(first));
    await bring(first, file, { overwrite: true });
    expect(await contentOf(first)).toEqual(await contentOf(second));
  });

  const configuration = { workflow: { id: 'default', name: 'default' }, drivers: [], context: [] };
  const document = { version: '1', agent_config: configuration, agent_config_workflows: {}, prompts: [] };
  it.each([
    ['nothing that is JSON', 'no JSON', []],
    ['a list', [], []],
    ['another version', { ...document, version: '2' }, ['version']],
    ['a module that there is not', changed({ context: [{ module: 'nothing' }] }), ['agent_config', 'context', '0']],
    ['a module of another kind', changed({ context: [{ module: 'summarize' }] }), ['agent_config', 'context', '0']],
    ['a driver without settings', changed({ drivers: [{ provider: 'sql' }] }), ['agent_config', 'drivers', '0']],
    ['too many modules', changed({ context: Array(101).fill({}) }), ['agent_config', 'context']],
    ['no list of modules', changed({ context: 'all' }), ['agent_config', 'context']],
    ['another id in a workflow', changed({ workflow: { id: 'b', name: 'B' } }), ['agent_config', 'workflow', 'id']],
    ['a path as an id', { ...document, agent_config_workflows: { '../a': configuration } }, ['agent_config_workflows']],
    ['a prompt without a text', { ...document, prompts: [{ name: 'p' }] }, ['prompts', '0']],
  ])('are refused with %s, whole, and with its place', async (_, content, place) => {
    const agent = randomUUID();
    const refused = await bring(agent, await encrypted(content)).then(
      () => undefined,
      (error: unknown) => error,
    );
    expect(refused).toMatchObject({ code: 'invalid_request' });
    const [first] = Object(refused).details.detail;
    expect(first.loc.slice(0, 2 + place.length)).toEqual(['body', 'file', ...place]);
    expect(first).not.toHaveProperty('input');
    expect((await contentOf(agent)).drivers).toEqual([]);
  });

  it('are refused when a later part is wrong, and nothing of the parts before is there', async () => {
    const agent = randomUUID();
    const driver = { identifier: 'b', name: 'B', provider: 'brave', config: { key: 'secret' } };
    const wrong = { ...changed({ drivers: [driver] }), prompts: [{ name: 'p' }] };
    await expect(bring(agent, await encrypted(wrong))).rejects.toMatchObject({ code: 'invalid_request' });
    expect((await contentOf(agent)).drivers).toEqual([]);
  });

  it('are refused truncated, in another order, too large, or with another passphrase, and foreign files are', async () => {
    const agent = randomUUID();
    const file = await encrypted(document);
    const half = Math.floor(file.length / 2);
    const swapped = Buffer.concat([file.subarray(0, 16), file.subarray(half), file.subarray(16, half)]);
    for (const bytes of [file.subarray(0, -4), swapped, file.subarray(0, 16), Buffer.alloc(0), Buffer.from('PK zip')])
      await expect(bring(agent, bytes)).rejects.toMatchObject({ code: 'bad_request' });
    await expect(bring(agent, file, { passphrase: 'another' })).rejects.toMatchObject({ code: 'bad_request' });
    await expect(bring(agent, Buffer.alloc(10 * 1024 ** 2 + 1))).rejects.toMatchObject({ code: 'too_large' });
  });

  it('hold the event loop up for no long time, with 1,000 modules', async () => {
    const agent = randomUUID();
    const module = { module: 'static_string', title: 'T', context: 'x'.repeat(2_000), max_retries: 1 };
    for (let at = 0; at < 10; at += 1) {
      if (at > 0) await workflows.add(agent, { id: `w${at}`, name: 'W' });
      const workflow = at === 0 ? DEFAULT_WORKFLOW : `w${at}`;
      for (let one = 0; one < 100; one += 1) await add(agent, 'context', module, workflow);
    }
    let file: Buffer = Buffer.alloc(0);
    const began = performance.now();
    const blockMs = await longestBlockMs(async () => void (file = await fileOf(agent)));
    const exportedMs = performance.now() - began;
    const copy = randomUUID();
    const importBlockMs = await longestBlockMs(() => bring(copy, file));
    process.stdout.write(
      `export ${exportedMs.toFixed()} ms, longest turn ${blockMs.toFixed()} ms; import, longest turn ` +
        `${importBlockMs.toFixed()} ms\n`,
    );
    expect((await contentOf(copy)).modules).toEqual((await contentOf(agent)).modules);
  }, 300_000);

  function changed(members: object) {
    return { version: '1', agent_config: { workflow: { name: 'default' }, ...members } };
  }
});
