/** @jest-environment <rootDir>/tools/jest-dom-environment.cjs */
import { Refusal, refused } from '../../console-server.fixture';
import { address, openPage, screen, serverOfTests, waitFor, within } from '../../page.fixture';

const server = serverOfTests();
const KB = '/api/v1/kb/b1';
const SET = '11111111-1111-4111-8111-111111111111';
const [RUN, OTHER] = ['22222222-2222-4222-8222-222222222222', '33333333-3333-4333-8333-333333333333'];
const set = { id: SET, title: 'Sea', size: 2, created: '2026-05-01T10:00:00', modified: '2026-05-02T10:00:00' };
const question = (id: string, changed: object = {}) => ({
  ...{ id, question: `Question ${id}`, documents: ['Tides'], facts: ['the moon'], answerable: true },
  ...{ groups: [], learning_id: null, ...changed },
});
const figure = (mean: number) => ({ mean, low: mean / 2, high: 1, count: 2 });
const run = (id: string, changed: object = {}) => ({
  ...{ id, set_id: SET, title: 'Sea', state: 'finished', error: null, created: '2026-05-03T10:00:00' },
  ...{ finished: '2026-05-03T10:01:00', author: 'ada', size: 2, answers: true, k: 10, top_k: 20 },
  variants: [
    {
      ...{ name: 'default', search_configuration: null, generative_model: null, asked: 2, failed: 0 },
      figures: { recall: figure(0.5), facts: figure(1) },
    },
  ],
  ...changed,
});
const result = (id: string, recall: number) => ({
  ...{ id, question: `Question ${id}`, scores: { recall, facts: 1 }, found: ['Tides'] },
  ...{ answer: `Answer ${id} with recall ${recall}`, status: 'success', ms: 5, error: null },
});

beforeEach(() => {
  server.on(`GET ${KB}/evaluation_sets`, { sets: [set] });
  server.on(`GET ${KB}/evaluation_runs`, { runs: [run(RUN), run(OTHER)] });
  const questions = [question('a'), question('b', { answerable: false, documents: [], facts: [] })];
  server.on(`GET ${KB}/evaluation_set/${SET}`, { ...set, questions });
  server.on(`GET ${KB}/evaluation_run/${RUN}`, run(RUN));
  server.on(`GET ${KB}/evaluation_run/${OTHER}`, run(OTHER));
  server.on(`GET ${KB}/evaluation_run/${RUN}/results`, { results: [result('a', 1), result('b', 0)] });
  server.on(`GET ${KB}/evaluation_run/${OTHER}/results`, { results: [result('a', 1), result('b', 1)] });
});

const written = (text: string) => ({ question: { text }, answers: [] });
const resource = (id: string, ...questions: readonly string[]) => ({
  ...{ id, title: `Title ${id}` },
  data: {
    texts: {
      body: { extracted: { question_answers: { question_answers: { question_answer: questions.map(written) } } } },
    },
  },
});

describe('questions that a task has written', () => {
  const openDialog = async () => {
    const person = await openPage(server, `/boxes/b1/evaluation/sets/${SET}`);
    await person.click(await screen.findByRole('button', { name: 'From documents' }));
    return person;
  };

  beforeEach(() => {
    server.on(`POST ${KB}/catalog`, { resources: { r1: {}, r2: {}, gone: {} } });
    server.on(`GET ${KB}/resource/r1`, resource('r1', 'What pulls?', 'What pulls?', 'When?', 'Why?', 'A fourth?'));
    server.on(`GET ${KB}/resource/r2`, resource('r2', 'Where?'));
    server.on(`GET ${KB}/resource/gone`, refused(404, 'Resource does not exist'));
  });

  it('are offered with their documents, at most three of each, and the chosen ones are added', async () => {
    server.on(`POST ${KB}/evaluation_set/${SET}/questions`, { ids: ['1', '2'] });
    const person = await openDialog();
    const list = within(await screen.findByRole('group', { name: 'Questions of documents' }));
    const offered = list.getAllByRole('checkbox').map((box) => (box as HTMLInputElement).value);
    expect(offered).toEqual(['r1 What pulls?', 'r1 When?', 'r1 Why?', 'r2 Where?']);
    expect(list.getByText('Title r2')).toBeDefined();
    await person.click(list.getByRole('checkbox', { name: 'When?' }));
    await person.click(list.getByRole('checkbox', { name: 'Where?' }));
    await person.click(screen.getByRole('button', { name: 'Add 2 questions' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(server.lastBody(`POST ${KB}/evaluation_set/${SET}/questions`)).toEqual({
      questions: [
        { question: 'When?', documents: ['r1'] },
        { question: 'Where?', documents: ['r2'] },
      ],
    });
    expect(server.unknown).toEqual([]);
  });

  it('are chosen together and put back together, and nothing is added without a choice', async () => {
    const person = await openDialog();
    await person.click(await screen.findByRole('button', { name: 'Choose all' }));
    await screen.findByRole('button', { name: 'Add 4 questions' });
    await person.click(screen.getByRole('button', { name: 'Choose none' }));
    await person.click(screen.getByRole('button', { name: 'Add 0 questions' }));
    expect(server.sent(`POST ${KB}/evaluation_set/${SET}/questions`)).toEqual([]);
  });

  it('keep the choice when the server refuses them, with the reason', async () => {
    server.on(`POST ${KB}/evaluation_set/${SET}/questions`, refused(422, 'The set is full'));
    const person = await openDialog();
    await person.click(await screen.findByRole('checkbox', { name: 'Where?' }));
    await person.click(screen.getByRole('button', { name: 'Add 1 question' }));
    expect((await screen.findByRole('alert')).textContent).toContain('The set is full');
    expect((screen.getByRole('checkbox', { name: 'Where?' }) as HTMLInputElement).checked).toBe(true);
  });

  it('are written by a task that the dialog starts, and appear when it looks again', async () => {
    server.on(`POST ${KB}/catalog`, { resources: {} });
    server.on(`POST ${KB}/task/start`, { id: 't1' });
    const person = await openDialog();
    await screen.findByText('No document has written questions yet.');
    await person.click(screen.getByRole('button', { name: 'Write questions now' }));
    await screen.findByText('The task has started. Its questions appear here.');
    expect(server.lastBody(`POST ${KB}/task/start`)).toMatchObject({
      ...{ name: 'synthetic-questions', apply: 'EXISTING' },
      parameters: { operations: [{ qa: { max_questions: 3 } }] },
    });
    server.on(`POST ${KB}/catalog`, { resources: { r2: {} } });
    await person.click(screen.getByRole('button', { name: 'Look again' }));
    await screen.findByRole('checkbox', { name: 'Where?' });
  });
});

describe('evaluations', () => {
  it('lists sets of questions, and what their runs measured', async () => {
    await openPage(server, '/boxes/b1/evaluation');
    const sets = within(await screen.findByRole('table', { name: 'Sets of questions' }));
    expect(sets.getByRole('link', { name: 'Sea' }).getAttribute('href')).toBe(`/boxes/b1/evaluation/sets/${SET}`);
    const runs = within(await screen.findByRole('table', { name: 'Runs' }));
    expect(runs.getAllByText('50%')).toHaveLength(2);
    expect(server.unknown).toEqual([]);
  });

  it('says what to do where there are no sets, and makes the first one', async () => {
    server.on(`GET ${KB}/evaluation_sets`, { sets: [] });
    server.on(`POST ${KB}/evaluation_sets`, { ...set, size: 0 });
    const person = await openPage(server, '/boxes/b1/evaluation');
    await screen.findByRole('heading', { name: 'No sets of questions yet' });
    await person.click(screen.getByRole('button', { name: 'New set' }));
    await person.type(await screen.findByLabelText(/Title/), 'Sea');
    await person.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(address()).toBe(`/boxes/b1/evaluation/sets/${SET}`));
    expect(server.sent(`POST ${KB}/evaluation_sets`)[0]?.body).toEqual({ title: 'Sea', questions: [] });
  });

  it('shows what each question should bring, and changes one', async () => {
    server.on(`PUT ${KB}/evaluation_set/${SET}/question/a`, () => new Refusal(204, undefined));
    const person = await openPage(server, `/boxes/b1/evaluation/sets/${SET}`);
    const table = within(await screen.findByRole('table', { name: 'Questions' }));
    expect(table.getByText('Refusal expected')).toBeDefined();
    await person.click(table.getByRole('button', { name: 'Edit: Question a' }));
    await person.type(await screen.findByLabelText('Expected documents'), '\nMoon.pdf');
    await person.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(server.sent(`PUT ${KB}/evaluation_set/${SET}/question/a`)).toHaveLength(1));
    const [sent] = server.sent(`PUT ${KB}/evaluation_set/${SET}/question/a`);
    expect(sent?.body).toMatchObject({ id: 'a', documents: ['Tides', 'Moon.pdf'], facts: ['the moon'] });
  });

  it('shows the figures of a run with their intervals, the weakest questions first', async () => {
    await openPage(server, `/boxes/b1/evaluation/runs/${RUN}`);
    const figures = within(await screen.findByRole('table', { name: 'Figures' }));
    expect(figures.getByText('(25% to 100%)')).toBeDefined();
    expect(await screen.findByText('1 of 2 questions below 100%; the lowest scores first.')).toBeDefined();
    const answers = screen.getAllByText(/^Answer/).map(({ textContent }) => textContent);
    expect(answers).toEqual(['Answer b with recall 0', 'Answer a with recall 1']);
  });

  it('compares a run with another one, question by question', async () => {
    const person = await openPage(server, `/boxes/b1/evaluation/runs/${RUN}`);
    const others = await screen.findByLabelText('Compare with');
    await waitFor(() => expect(within(others).getAllByRole('option')).toHaveLength(2));
    await person.selectOptions(others, OTHER);
    const table = within(await screen.findByRole('table', { name: 'Comparison' }));
    expect(table.getByText('-50')).toBeDefined();
    expect(screen.getByText('Recall 100% → 0%')).toBeDefined();
    expect(address()).toBe(`/boxes/b1/evaluation/runs/${RUN}?with=${OTHER}`);
  });

  it('shows how far a run is, and why one failed', async () => {
    const failed = run(RUN, { state: 'failed', error: 'The server failed; its log says why' });
    server.on(`GET ${KB}/evaluation_run/${RUN}`, failed);
    server.on(`GET ${KB}/evaluation_runs`, { runs: [run(OTHER, { state: 'running' }), failed] });
    await openPage(server, `/boxes/b1/evaluation/runs/${RUN}`);
    expect((await screen.findByRole('alert')).textContent).toContain('its log says why');
  });
});
