import { addWorkflow, contextOperations, listWorkflows } from '@lectern/contracts/agents';
import { createResource } from '@lectern/contracts/knowledge-box';
import { ConsoleBrowser, inBrowser } from '../harness/browser';
import { server } from '../harness/modes';
import { TestAgent } from '../harness/test-agent';

const IBEX = 'The ibex climbs steep rocks in winter.';
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

      await page.getByRole('textbox', { name: 'Question to the agent' }).fill('Where does the ibex climb?');
      await page.keyboard.press('Enter');
      await page.getByText('The agent has answered.').waitFor({ state: 'attached', timeout: 60_000 });
      await page.getByRole('button', { name: 'Copy' }).waitFor();
      await page.getByText('3 steps').click();
      await page.getByText('The ibex climbs steep rocks').first().waitFor();
      await page.getByRole('link', { name: '[1]' }).click();
      await page.getByRole('region', { name: 'What was found' }).getByText(IBEX).waitFor();
      expect(await flaws()).toEqual([]);

      await page.getByRole('link', { name: 'Answers' }).click();
      const asked = page.getByRole('link', { name: 'Where does the ibex climb?' });
      await expectSoon(page, () => asked.first().waitFor({ timeout: 3_000 }));
      expect(await flaws()).toEqual([]);
      await asked.first().click();
      await page.getByRole('table', { name: 'Steps' }).waitFor();
      expect(await flaws()).toEqual([]);

      await page.getByRole('link', { name: 'Settings' }).click();
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
      await lane.getByRole('button', { name: 'Add to Find' }).click();
      const dialog = page.getByRole('dialog', { name: 'Add a module' });
      await dialog.getByRole('button', { name: /^Fixed text/ }).click();
      await dialog.getByLabel(/^Context/).fill(IBEX);
      await dialog.getByLabel(/^Name/).fill('More facts');
      expect(await flaws()).toEqual([]);
      await dialog.getByRole('button', { name: 'Add a module' }).click();
      await lane.getByRole('button', { name: 'Move More facts up' }).click();
      await page.getByText('More facts is now 1 of 2.').waitFor({ state: 'attached' });
      await expectSoon(page, async () => {
        const { modules } = await agent.api(contextOperations.list);
        expect(modules.map(({ title }) => title)).toEqual(['More facts', 'Facts']);
      });
      expect(await flaws()).toEqual([]);
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

  it('a task is started by what it does, in Spanish, and says what it did', () =>
    browser.visit({ language: 'es' }, async ({ page, open, flaws, signIn }) => {
      const box = await server(mode).createKnowledgeBox({ title: 'Tareas' });
      await box.api(createResource, { headers: { prefer: 'wait=30' }, body: { texts: { body: { body: IBEX } } } });
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
    }));
});

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
