import { randomUUID } from 'node:crypto';
import type { AgentModule, AnyDriver } from '@lectern/contracts/agents';
import { masterKeyOf, randomSecret, SecretEnvelope } from '@lectern/secrets';
import { type AgentsDatabase, openAgentsDatabase } from '../agents-database.fixture';
import { DriverRepository } from '../driver/driver.repository';
import { DriverService } from '../driver/driver.service';
import { AgentModuleRepository } from '../module/agent-module.repository';
import { AgentModuleService } from '../module/agent-module.service';
import { testSeals } from '../module/module-seals.fixture';
import { PromptRepository } from '../prompt/prompt.repository';
import { PromptService } from '../prompt/prompt.service';
import { WorkflowRepository } from '../workflow/workflow.repository';
import { WorkflowService } from '../workflow/workflow.service';

/** Texts that JSON allows, and what of them is stored: databases know neither NUL nor half of a pair. */
const texts: readonly (readonly [string, string])[] = [
  ['half \ud800 of a pair', 'half \ufffd of a pair'],
  ['the other \udc00', 'the other \ufffd'],
  ['with \u0000 inside', 'with \ufffd inside'],
  ['written \\u0000 and \\ud800', 'written \\u0000 and \\ud800'],
  ['😀 e\u0301 \u202e \ufeff \u2028', '😀 e\u0301 \u202e \ufeff \u2028'],
  ["'; DROP TABLE modules; --", "'; DROP TABLE modules; --"],
  ['__proto__', '__proto__'],
];

describe('texts of the configuration of an agent', () => {
  let database: AgentsDatabase;
  let workflows: WorkflowService;
  let modules: AgentModuleService;
  let drivers: DriverService;
  let prompts: PromptService;

  beforeAll(async () => {
    database = await openAgentsDatabase();
    const { transactions } = database;
    const [ofWorkflows, ofModules] = [new WorkflowRepository(), new AgentModuleRepository()];
    workflows = new WorkflowService(transactions, ofWorkflows);
    modules = new AgentModuleService(
      transactions,
      ofWorkflows,
      ofModules,
      testSeals(transactions, ofWorkflows, ofModules),
    );
    const envelope = new SecretEnvelope([masterKeyOf(randomSecret())]);
    drivers = new DriverService(transactions, new DriverRepository(), envelope);
    prompts = new PromptService(transactions, new PromptRepository());
  });
  afterAll(() => database.drop());

  it.each(texts)('are stored, whatever characters they have: %j', async (text, stored) => {
    const agent = randomUUID();
    const settings = { name: text, description: text, parameters: { city: { description: text } }, rules: [text] };
    const { id: workflow } = await workflows.add(agent, settings);
    await workflows.set({ agent, id: workflow }, settings);
    expect((await workflows.list(agent)).workflows[1]).toMatchObject({
      name: stored,
      description: stored,
      parameters: { city: { description: stored } },
      rules: [stored],
    });

    // Of the class of the module, as far as it matters here.
    const module = { module: 'summarize', title: text, max_retries: 1, rules: [text], prompt: text } as AgentModule;
    const { id } = await modules.add({ agent, workflow, kind: 'generation' }, module);
    await modules.set({ agent, workflow, kind: 'generation', id }, module);
    const { modules: listed } = await modules.list({ agent, workflow, kind: 'generation' });
    expect(listed).toMatchObject([{ title: stored, rules: [stored], prompt: stored }]);

    const config = { username: text, url: 'neo4j://a.example', enhanced_schema: false, config: { [text]: text } };
    const driver = { identifier: 'd', name: text, provider: 'cypher', config } as unknown as AnyDriver; // as above
    const { id: driverId } = await drivers.add(agent, driver);
    await drivers.patch({ agent, id: driverId }, { name: text });
    expect((await drivers.list(agent)).drivers).toMatchObject([
      { config: { name: stored, config: { username: stored } } },
    ]);

    const prompt = { name: text, description: text, prompt: text, meta: { note: text } };
    const { id: promptId } = await prompts.add(agent, prompt);
    await prompts.patch({ agent, id: promptId }, prompt);
    expect(await prompts.list(agent)).toMatchObject({
      prompts: [{ name: stored, description: stored, prompt: stored, meta: { note: stored } }],
    });
  });
});
