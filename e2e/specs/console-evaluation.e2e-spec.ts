import {
  addEvaluationQuestions,
  changeEvaluationSet,
  createEvaluationSet,
  deleteEvaluationQuestion,
  deleteEvaluationRun,
  deleteEvaluationSet,
  getEvaluationRun,
  getEvaluationSet,
  listActivityMonths,
  listEvaluationResults,
  listEvaluationRuns,
  listEvaluationSets,
  replaceEvaluationQuestion,
  startEvaluationRun,
} from '@lectern/contracts/search';
import { ConsoleBrowser, inBrowser } from '../harness/browser';
import { type KnowledgeBoxClient, until } from '../harness/client';
import { inStandalone } from '../harness/in-standalone';
import { server } from '../harness/modes';

const BODY = 'The moon pulls the sea. High water follows twice a day.';

inStandalone('evaluations, %s', (mode) => {
  let box: KnowledgeBoxClient;

  beforeAll(async () => {
    box = await server(mode).createKnowledgeBox();
    await box.createResource({ title: 'Tides', texts: { body: { body: BODY } } }, { wait: 'embedded' });
  });

  const finished = (run_id: string) =>
    until(async () => {
      const run = await box.api(getEvaluationRun, { params: { run_id } });
      return run.state === 'running' ? undefined : run;
    }, 'the run ends');

  it('keep questions, run them, and say how good search and answers are', async () => {
    const questions = [
      { id: 'moon', question: 'What pulls the sea?', documents: ['Tides'], facts: ['the moon'] },
      { id: 'hall', question: 'Who built the town hall?', answerable: false },
    ];
    const set = await box.api(createEvaluationSet, { body: { title: 'Sea', questions } });
    expect(set).toMatchObject({ title: 'Sea', size: 2 });
    const params = { set_id: set.id };
    const twice = { questions: [{ id: 'moon', question: 'Again?' }] };
    await expect(box.api(addEvaluationQuestions, { params, body: twice })).rejects.toMatchObject({ status: 409 });
    const more = { questions: [{ question: 'When?' }] };
    const { ids } = await box.api(addEvaluationQuestions, { params, body: more });
    const question = { ...params, question_id: ids[0] ?? '' };
    await box.api(replaceEvaluationQuestion, { params: question, body: { question: 'Why?' } });
    await box.api(changeEvaluationSet, { params, body: { title: 'Tides' } });
    expect(await box.api(getEvaluationSet, { params })).toMatchObject({ title: 'Tides', size: 3 });
    await box.api(deleteEvaluationQuestion, { params: question });
    expect((await box.api(listEvaluationSets)).sets).toMatchObject([{ title: 'Tides', size: 2 }]);

    const body = { variants: [{}, { search_configuration: 'unknown' }] };
    const started = await box.api(startEvaluationRun, { params, body });
    const run = await finished(started.id);
    expect(run).toMatchObject({ state: 'finished', error: null, size: 2 });
    const [plain, unknown] = run.variants;
    expect(plain).toMatchObject({
      name: 'default',
      asked: 2,
      failed: 0,
      figures: { recall: { mean: 1, count: 1 }, facts: { mean: 1 }, answered: { mean: 1 }, refusals: { mean: 1 } },
    });
    expect(unknown).toMatchObject({ name: 'unknown', asked: 2, failed: 2, figures: {} });
    const { results } = await box.api(listEvaluationResults, { params: { run_id: run.id } });
    expect(results).toMatchObject([
      { id: 'moon', found: ['Tides'], status: 'success', scores: { recall: 1, citations: 1, support: 1 } },
      { id: 'hall', scores: { refusals: 1 } },
    ]);
    expect((await box.api(listEvaluationRuns)).runs).toMatchObject([{ id: run.id }]);
    await box.api(deleteEvaluationRun, { params: { run_id: run.id } });
    const searches = await box.api(startEvaluationRun, { params, body: { answers: false } });
    expect((await finished(searches.id)).variants).toMatchObject([{ asked: 2, figures: { recall: { mean: 1 } } }]);
    await box.api(deleteEvaluationSet, { params });
    expect(await box.api(listEvaluationRuns)).toEqual({ runs: [] });
  });
});

const CSV = 'question,documents,facts,answerable\nWhen is high water?,Tides,twice a day,\nWho built the hall?,,,no\n';

inBrowser('the room of evaluations, %s', (mode) => {
  const browser = new ConsoleBrowser(mode);
  let box: KnowledgeBoxClient;

  beforeAll(async () => {
    await browser.start();
    box = await server(mode).createKnowledgeBox();
    await box.createResource({ title: 'Tides', texts: { body: { body: BODY } } }, { wait: 'embedded' });
  });
  afterAll(() => browser.stop());

  it('takes a question from the activity, adds those of a file, runs them and compares two runs', () =>
    browser.visit({}, async ({ page, signIn, open, flaws }) => {
      await box.ask({ query: 'What pulls the sea?' });
      const recorded = { params: { event_type: 'ask' } };
      await until(async () => (await box.api(listActivityMonths, recorded)).downloads[0], 'the question is recorded');
      await signIn();
      await open(`/boxes/${box.id}/evaluation`);
      expect(await flaws()).toEqual([]);
      await page.getByRole('link', { name: 'Look at the questions people asked' }).click();
      await page.getByRole('link', { name: 'What pulls the sea?' }).click();
      await page.getByRole('button', { name: 'Add to an evaluation' }).click();
      await page.getByLabel('Title').fill('Sea');
      await page.getByLabel('Expected facts').fill('the moon');
      expect(await page.getByRole('checkbox', { name: 'Tides' }).isChecked()).toBe(true);
      expect(await flaws()).toEqual([]);
      await page.getByRole('button', { name: 'Add a question' }).click();
      await page.getByText('Question added').waitFor();

      await open(`/boxes/${box.id}/evaluation`);
      await page.getByRole('link', { name: 'Sea' }).click();
      await page.getByRole('cell', { name: 'the moon' }).waitFor();
      const chooser = page.waitForEvent('filechooser');
      await page.getByRole('button', { name: 'Import CSV' }).click();
      await (await chooser).setFiles({ name: 'more.csv', mimeType: 'text/csv', buffer: Buffer.from(CSV) });
      await page.getByRole('heading', { name: '3 questions' }).waitFor();
      expect(await flaws()).toEqual([]);

      for (let run = 0; run < 2; run += 1) {
        await page.getByRole('button', { name: 'Run', exact: true }).click();
        const dialog = page.getByRole('dialog', { name: 'Run' });
        if (run === 1) await dialog.getByLabel('Generate answers').uncheck();
        await dialog.getByRole('button', { name: 'Run' }).click();
        await page.getByRole('table', { name: 'Figures' }).getByText('Recall').waitFor();
        await page.getByText(/of 3 questions below 100%/).waitFor();
        if (run === 0) await page.getByRole('link', { name: 'Questions of this set' }).click();
      }
      await page.getByLabel('Compare with').selectOption({ index: 1 });
      await page.getByRole('table', { name: 'Comparison' }).getByText('Recall').waitFor();
      expect(await flaws()).toEqual([]);
      const download = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Report' }).click();
      await page.getByRole('menuitem', { name: 'Report as Markdown' }).click();
      expect((await download).suggestedFilename()).toMatch(/^evaluation-\d{4}-\d\d-\d\d\.md$/);
    }));
});
