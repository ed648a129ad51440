import {
  addWorkflow,
  contextOperations,
  fetchAgentExport,
  generationOperations,
  listWorkflows,
} from '@lectern/contracts/agents';
import { createResource } from '@lectern/contracts/knowledge-box';
import type { Page } from 'playwright-core';
import { ConsoleBrowser, inBrowser } from '../harness/browser';
import { Client, until } from '../harness/client';
import { mailsTo } from '../harness/mails';
import { server } from '../harness/modes';
import { Standalone } from '../harness/standalone';
import { TestAgent } from '../harness/test-agent';
import { toolServer } from '../harness/tool-server';

const IBEX = 'The ibex climbs steep rocks in winter.';
const QUESTION = 'Where does the ibex climb?';
const PASSPHRASE = 'correct horse battery staple';
/** Who owns the account that e2e specs share. */
const ROOT = 'root@localhost';
const LINK = /\/export\/([0-9a-f-]{36})\?token=([0-9A-Za-z_-]+)/;
const TEXT = `${IBEX} Ada Lovelace wrote about it in Turin.`;
/** Each step has a limit of its own; these visits have many. */
const TEST_MS_MAX = 150_000;
jest.setTimeout(TEST_MS_MAX);

inBrowser('agents and tasks in the console, %s', (mode) => {
  const browser = new ConsoleBrowser(mode);
  beforeAll(() => browser.start());
  afterAll(() => browser.stop());

  it('an agent is made of a box, asked with live steps, and its answer is looked into', () =>
    browser.visit({}, async ({ page, open, flaws, signIn }) => {
      const box = await server(mode).createKnowledgeBox({ title: 'Alpine animals' });
      const body = { title: 'Ibex', texts: { body: { body: IBEX } } };
      await box.api(createResource, { headers: { prefer: 'wait=30' }, body });
      await signIn();
      await open('/agents');
      await page.getByRole('button', { name: 'New agent' }).first().click();
      const dialog = page.getByRole('dialog', { name: 'New agent' });
      await dialog.getByLabel(/^Name/).fill('Ranger');
      await dialog.getByLabel('URL name').fill(`ranger-${Date.now()}`);
      await dialog.getByLabel('Answers from').selectOption(box.id);
      expect(await flaws()).toEqual([]);
      await dialog.getByRole('button', { name: 'Create' }).click();

      await page.getByRole('textbox', { name: 'Question to the agent' }).fill(QUESTION);
      await page.keyboard.press('Enter');
      await page.getByText('The agent has answered.').waitFor({ state: 'attached', timeout: 60_000 });
      await page.getByText('3 steps').click();
      await page.getByText('The ibex climbs steep rocks').first().waitFor();
      await page.getByRole('link', { name: '[1]' }).click();
      const found = page.getByRole('region', { name: 'What was found' });
      await found.getByText(IBEX).waitFor();
      expect(await flaws()).toEqual([]);
      await found.getByRole('link', { name: 'Open the document at this passage' }).first().click();
      await page.getByRole('heading', { level: 1, name: 'Ibex' }).waitFor();
      expect(new URL(page.url()).pathname).toContain(`/boxes/${box.id}/resources/`);
      await page.goBack();
      await page.getByText('The agent has answered.').waitFor({ state: 'attached' });

      await page.getByRole('link', { name: 'Answers' }).click();
      const asked = page.getByRole('link', { name: QUESTION });
      await expectSoon(page, () => asked.first().waitFor({ timeout: 3_000 }));
      expect(await flaws()).toEqual([]);
      await asked.first().click();
      await page.getByRole('table', { name: 'Steps' }).waitFor();
      expect(await flaws()).toEqual([]);

      await page.getByRole('link', { name: 'Settings', exact: true }).click();
      await page.getByRole('button', { name: 'Delete the agent' }).click();
      await page.getByRole('dialog').getByLabel(/^Type/).fill('Ranger');
      await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
      await page.getByRole('heading', { level: 1, name: 'Agents' }).waitFor();
    }));

  it('a workflow is drawn, and its modules are added, moved and removed', () =>
    browser.visit({}, async ({ page, open, flaws, signIn }) => {
      const { client } = await server(mode).createKnowledgeBox();
      const agent = await TestAgent.create(client);
      await agent.api(contextOperations.add, { body: { module: 'static_string', title: 'Facts', context: 'Tides' } });
      await agent.api(addWorkflow, { body: { id: 'second', name: 'Second' } });
      await signIn();
      await open(`/agents/${agent.id}/workflow`);
      const lane = page.getByRole('region', { name: 'Find' });
      await lane.getByText('Facts').waitFor();
      await lane.getByRole('button', { name: 'Add a module: Find' }).click();
      const dialog = page.getByRole('dialog', { name: 'Add a module' });
      await dialog.getByRole('button', { name: /^Fixed text/ }).click();
      await dialog.getByRole('textbox', { name: 'Context', exact: true }).fill(IBEX);
      await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('More facts');
      expect(await flaws()).toEqual([]);
      await dialog.getByRole('button', { name: 'Add a module' }).click();
      await lane.getByRole('button', { name: 'Move More facts up' }).click();
      await page.getByText('More facts is now 1 of 2.').waitFor({ state: 'attached' });
      await expectSoon(page, async () => {
        const { modules } = await agent.api(contextOperations.list);
        expect(modules.map(({ title }) => title)).toEqual(['More facts', 'Facts']);
      });
      expect(await flaws()).toEqual([]);
      const answers = page.getByRole('region', { name: 'Answer' });
      await answers.getByRole('button', { name: 'Add a module: Answer' }).click();
      await dialog.getByRole('button', { name: /^Answer/ }).click();
      await dialog.getByRole('combobox', { name: 'Model', exact: true }).fill('built');
      await page.getByRole('option', { name: /^Built-in reader/ }).waitFor();
      expect(await flaws()).toEqual([]);
      await page.getByRole('option', { name: /^Built-in reader/ }).click();
      await dialog.getByRole('button', { name: 'Add a module' }).click();
      await dialog.waitFor({ state: 'detached' });
      const { modules } = await agent.api(generationOperations.list);
      expect(modules).toMatchObject([{ module: 'summarize', model: 'local' }]);
      await lane.getByRole('button', { name: 'More for Facts' }).click();
      await page.getByRole('menuitem', { name: 'Remove' }).click();
      await page.getByRole('dialog', { name: 'Remove Facts' }).getByRole('button', { name: 'Remove' }).click();
      await lane.getByText('Facts', { exact: true }).waitFor({ state: 'detached' });

      await page.getByRole('button', { name: 'Settings and rules' }).click();
      await page.getByLabel(/^Rules/).fill('Be short.');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('Saved.').waitFor();
      const { workflows } = await agent.api(listWorkflows);
      expect(workflows.find(({ id }) => id === 'default')?.rules).toEqual(['Be short.']);
      for (const room of ['sources', 'prompts', 'sessions', 'connect', 'settings']) {
        await open(`/agents/${agent.id}/${room}`);
        expect([room, await flaws()]).toEqual([room, []]);
      }
    }));

  it('a key is made where programs are connected, works, and is not shown again', () =>
    browser.visit({}, async ({ page, open, flaws, signIn, origin }) => {
      const { client } = await server(mode).createKnowledgeBox();
      const agent = await TestAgent.create(client);
      await agent.api(contextOperations.add, { body: { module: 'static_string', title: 'Facts', context: IBEX } });
      await agent.api(generationOperations.add, { body: { module: 'passthrough' } });
      await signIn();
      await open(`/agents/${agent.id}/connect`);
      await page.getByRole('button', { name: 'Create a key' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel(/^For/).fill('Claude');
      expect(await flaws()).toEqual([]);
      await dialog.getByRole('button', { name: 'Create key' }).click();
      const key = await dialog.getByRole('textbox', { name: 'Key' }).inputValue();
      await dialog.getByRole('button', { name: 'I have copied it' }).click();
      await page.getByRole('tabpanel').getByText(`Bearer ${key}`).waitFor();
      await page.getByRole('table', { name: 'Keys of Claude' }).waitFor();
      expect(await flaws()).toEqual([]);
      const program = agent.as(new Client(origin, { 'x-svc-serviceaccount': `Bearer ${key}` }));
      expect((await program.ask(QUESTION)).at(-2)?.answer).toContain('steep rocks');
      await page.reload();
      await page.getByRole('tabpanel').getByText('Bearer YOUR_KEY').waitFor();
      expect(await page.content()).not.toContain(key);
      await page.getByRole('button', { name: /^Revoke key/ }).click();
      await dialog.getByRole('button', { name: 'Revoke' }).click();
      await page.getByText('Key revoked.').waitFor();
    }));

  it('an agent that does not understand asks, and goes as a file to another agent', () =>
    browser.visit({}, async ({ page, open, flaws, signIn }) => {
      const { client } = await server(mode).createKnowledgeBox();
      const [agent, copy] = [await TestAgent.create(client), await TestAgent.create(client)];
      const registered = { module: 'static_string', context: IBEX };
      await agent.call('POST', '/context', {
        module: 'smart',
        title: 'Look',
        registered_agents: [registered],
        enable_user_feedback: true,
        feedback_timeout: 60_000,
      });
      await agent.api(generationOperations.add, { body: { module: 'passthrough' } });
      await signIn();
      await open(`/agents/${agent.id}/chat`);
      await ask(page, 'How tall is that?');
      await page.getByText(/^Nothing was found about this: How tall is that/).waitFor({ timeout: 60_000 });
      expect(await flaws()).toEqual([]);
      await page.getByRole('textbox', { name: 'Your answer' }).fill(QUESTION);
      await page.getByRole('button', { name: 'Answer', exact: true }).click();
      await page.getByText('The agent has answered.').waitFor({ state: 'attached', timeout: 60_000 });
      await page.locator('.agent-answer').getByText('steep rocks').waitFor();

      await open(`/agents/${agent.id}/settings`);
      const title = `Climber ${Date.now()}`;
      await page.getByLabel(/^Name/).fill(title);
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('Saved.').waitFor();
      await page.getByLabel(/^Passphrase \*/).fill(PASSPHRASE);
      await page.getByRole('button', { name: 'Export' }).click();
      await page.getByText('A mail with the link is on its way.').waitFor();
      const mail = await until(
        async () => (await mailsTo(mode, ROOT)).find(({ subject }) => subject.includes(title)),
        'the link is mailed',
      );
      const [, export_id = '', token = ''] = LINK.exec(mail.text) ?? [];
      const params = { agent_id: agent.id, export_id };
      const fetched = () => client.api.download(fetchAgentExport, { params, query: { token } }).catch(() => undefined);
      const buffer = await until(fetched, 'the link works');

      await open(`/agents/${copy.id}/settings`);
      const file = { name: 'climber.bin', mimeType: 'application/octet-stream', buffer };
      await page.getByLabel('Choose a file').setInputFiles(file);
      await page.getByLabel(/^Passphrase of the export/).fill(PASSPHRASE);
      expect(await flaws()).toEqual([]);
      await page.getByRole('button', { name: 'Import' }).click();
      await page.getByText('Agent imported.').waitFor();
      await open(`/agents/${copy.id}/workflow`);
      await page.getByRole('region', { name: 'Find' }).getByText('Look').waitFor();
    }));

  describe('with a server of tools', () => {
    let tools: Awaited<ReturnType<typeof toolServer>>;
    let standalone: Standalone;
    beforeAll(async () => {
      tools = await toolServer({ name: 'look_up', description: QUESTION, text: IBEX }, ['x-key', 'of-the-tools']);
      standalone = await Standalone.start({ env: { EGRESS_ALLOW: '127.0.0.1', EMBEDDER: 'lexical' } });
    });
    afterAll(async () => {
      await standalone?.stop();
      tools?.stop();
    });

    it('a call is made when its user allows it, and only then', async () => {
      const { origin, token } = standalone;
      const agent = await TestAgent.create(new Client(origin, { authorization: `Bearer ${token}` }));
      const config = { uri: tools.uri, headers: { 'x-key': 'of-the-tools' } };
      await agent.call('POST', '/drivers', { name: 'Tools', identifier: 'tools', provider: 'mcphttp', config });
      const calls = { module: 'mcp', source: 'tools', interaction: true, feedback_timeout: 60_000, max_retries: 0 };
      await agent.call('POST', '/context', calls);
      await agent.call('POST', '/generation', { module: 'passthrough' });
      await browser.visit({ at: standalone }, async ({ page, open, flaws, signIn }) => {
        await signIn();
        await open(`/agents/${agent.id}/chat`);
        await ask(page, QUESTION);
        await page.getByText('The agent asks for your approval').waitFor({ timeout: 60_000 });
        await page.getByText(/^Call the tool look_up of tools with/).waitFor();
        expect(await flaws()).toEqual([]);
        await page.getByRole('button', { name: 'Refuse' }).click();
        await page.getByText('The agent asks for your approval').waitFor({ state: 'detached' });
        await page.getByRole('textbox', { name: 'Question to the agent' }).waitFor();
        await page.getByRole('button', { name: 'Send' }).waitFor();
        expect(tools.questions).toEqual([]);
        await ask(page, QUESTION);
        await page.getByRole('button', { name: 'Allow' }).click({ timeout: 60_000 });
        await page.locator('.agent-answer').getByText('steep rocks').waitFor();
        expect(tools.questions).toEqual([QUESTION]);
      });
    });
  });

  it('a task is started by what it does, in Spanish, and the graph shows names with their passages', () =>
    browser.visit({ language: 'es' }, async ({ page, open, flaws, signIn }) => {
      const box = await server(mode).createKnowledgeBox({ title: 'Tareas' });
      await box.api(createResource, { headers: { prefer: 'wait=30' }, body: { texts: { body: { body: TEXT } } } });
      await signIn();
      await open(`/boxes/${box.id}/tasks`);
      await page.getByRole('button', { name: 'Iniciar una tarea' }).first().click();
      expect(await flaws()).toEqual([]);
      await page.getByRole('button', { name: /^Etiquetar recursos/ }).click();
      const dialog = page.getByRole('dialog', { name: 'Etiquetar recursos' });
      await dialog.getByLabel(/^Conjunto de etiquetas/).fill('topic');
      await dialog.getByLabel(/^Etiquetas/).fill('animals: Animals such as an ibex\nmoney: Banks and loans');
      await dialog.getByLabel('Recursos existentes, una vez').check();
      expect(await flaws()).toEqual([]);
      await dialog.getByRole('button', { name: 'Iniciar' }).click();
      const finished = page.getByRole('region', { name: 'Terminadas' });
      await finished.getByText('Hecha').waitFor({ timeout: 60_000 });
      await expectSoon(page, async () => {
        await page.reload();
        await page.getByRole('button', { name: 'Leer' }).waitFor({ timeout: 3_000 });
      });
      expect(await flaws()).toEqual([]);
      await page.getByRole('button', { name: 'Leer' }).click();
      await page.getByRole('dialog', { name: 'Informe' }).getByText('topic').first().waitFor();

      await open(`/boxes/${box.id}/graph`);
      await page.getByRole('link', { name: /^Ada Lovelace/ }).click();
      const node = page.getByRole('region', { name: 'Ada Lovelace' });
      await node.getByText('Mostrar el pasaje').first().click();
      await node.getByText('wrote about it').first().waitFor();
      await node.getByRole('link', { name: /^Turin/ }).waitFor();
      expect(await flaws()).toEqual([]);
    }));
});

async function ask(page: Page, question: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Question to the agent' }).fill(question);
  await page.keyboard.press('Enter');
}

const TRIES_MAX = 15;

/** Tries again while the product needs a moment, such as to write down an answer that has ended. */
async function expectSoon(page: { reload(): Promise<unknown> }, check: () => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await check();
    } catch (error) {
      if (tries >= TRIES_MAX) throw error;
      await new Promise((resolve) => setTimeout(resolve, 500));
      await page.reload();
    }
  }
}
