/** @jest-environment <rootDir>/tools/jest-dom-environment.cjs */
import { Refusal } from '../../console-server.fixture';
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
