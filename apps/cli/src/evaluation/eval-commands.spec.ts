import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EvaluationRun } from '@lectern/evaluation';
import { run, ScriptedServer } from '../scripted-server.fixture';
import { readQuestions } from './question-set';

describe('questions of an evaluation', () => {
  let folder: string;
  const file = async (name: string, text: string) => {
    await writeFile(join(folder, name), text);
    return join(folder, name);
  };

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lectern-eval-'));
  });

  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('are read from CSV', async () => {
    const text = '\uFEFFquestion,documents,facts,answerable\n"Why, so?","a.pdf; b.pdf",42 h|42 hours,\nWho?,,,no\n';
    expect(await readQuestions(await file('q.csv', text))).toEqual([
      {
        id: '1',
        question: 'Why, so?',
        documents: new Map([
          ['a.pdf', 1],
          ['b.pdf', 1],
        ]),
        facts: [['42 h', '42 hours']],
        isAnswerable: true,
      },
      { id: '2', question: 'Who?', documents: new Map(), facts: [], isAnswerable: false },
    ]);
  });

  it('are read from JSON lines, with relevance and groups', async () => {
    const text =
      '{"id":"x","question":"Why?","documents":{"a":3},"groups":["hr"]}\n\n{"question":"Who?","answer":null}\n';
    expect(await readQuestions(await file('q.jsonl', text))).toMatchObject([
      { id: 'x', documents: new Map([['a', 3]]), groups: ['hr'] },
      { id: '2', isAnswerable: false },
    ]);
  });

  it.each([
    ['q.csv', 'text\nWhy?\n', 'no column "question"'],
    ['q.csv', '', 'no column "question"'],
    ['q.jsonl', '{"question":"Why?","fact":"x"}', 'unknown member "fact"'],
    ['q.jsonl', '{"question":"Why?"}\n{', 'q.jsonl:2'],
    ['q.jsonl', '{"question":" "}', 'the question is missing'],
    ['q.jsonl', '{"question":"Why?","answerable":"perhaps"}', 'yes or no'],
    ['q.jsonl', '{"question":"A","id":"1"}\n{"question":"B","id":"1"}', 'is there twice'],
  ])('in %s that say %j are refused', async (name, text, message) => {
    await expect(readQuestions(await file(name, text))).rejects.toThrow(message);
  });
});

describe('lectern eval run', () => {
  const kb = '00000000-0000-4000-8000-000000000000';
  const SET = '11111111-1111-4111-8111-111111111111';
  const sea = { id: SET, title: 'Sea', size: 1, created: '2026-05-01T10:00:00', modified: '2026-05-01T10:00:00' };
  const moon = {
    ...{ id: 'moon', question: 'What pulls the sea?', documents: ['Tides'], facts: ['the moon|moon'] },
    ...{ answerable: true, groups: ['crew'], learning_id: null },
  };
  const tides = {
    ...{ id: 'r1/t/body/0-23', score: 1, text: 'The moon pulls the sea.', position: { page_number: 0 } },
  };
  const found = {
    resources: { r1: { title: 'Tides', fields: { body: { paragraphs: { [tides.id]: tides } } } } },
    best_matches: [tides.id],
  };
  const searches = ['--no-answers', '--kb', kb, '--json'];
  const lines = (...rows: readonly object[]) => rows.map((row) => JSON.stringify(row)).join('\n');

  it.each(['Sea', SET])('asks the questions of the set %s of the server, each as its groups', async (name) => {
    const server = await ScriptedServer.start({ sets: [sea] }, { ...sea, questions: [moon] }, found);
    const { code, stdout } = await server.run('eval', 'run', '--set', name, ...searches);
    expect([code, JSON.parse(stdout)]).toEqual([0, expect.objectContaining({ questions: 1 })]);
    expect(JSON.parse(stdout)).toMatchObject({ recall: { mean: 1, count: 1 } });
    expect(server.asked.map(({ path }) => path.slice(`/api/v1/kb/${kb}`.length))).toEqual([
      '/evaluation_sets',
      `/evaluation_set/${SET}`,
      '/find',
    ]);
    expect(server.asked[2]?.body).toMatchObject({ query: moon.question, security: { groups: ['crew'] } });
  });

  it.each([
    [[sea], 'Moon', '0 sets are named "Moon"; there are: "Sea"'],
    [[], 'Moon', '0 sets are named "Moon"; there are: none'],
    [[sea, { ...sea, id: 'other' }], 'Sea', '2 sets are named "Sea"'],
  ])('of sets %j refuses %s', async (sets, name, message) => {
    const server = await ScriptedServer.start({ sets });
    const refused = await server.run('eval', 'run', '--set', name, ...searches);
    expect(refused).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining(message) });
  });

  it('refuses a set without questions', async () => {
    const server = await ScriptedServer.start({ sets: [sea] }, { ...sea, questions: [] });
    const refused = await server.run('eval', 'run', '--set', 'Sea', ...searches);
    expect(refused).toMatchObject({ code: 2, stderr: 'The set "Sea" has no questions\n' });
  });

  it('asks each liked question of a month once, and expects the first source of its answer', async () => {
    const liked = (id: number, question: string, more: object = {}) => ({
      ...{ id, question, retrieved_context: [{ text_block_id: tides.id }, { text_block_id: 'r2/t/body/0-9' }] },
      ...more,
    });
    const month = Array.from({ length: 100 }, (_, n) => liked(300 - n, 'What pulls the sea?'));
    const rest = lines(
      liked(7, 'When is high water?', { security: { groups: ['crew'] } }),
      liked(6, 'Who asks without sources?', { retrieved_context: [] }),
    );
    const server = await ScriptedServer.start(lines(...month), rest, found);
    const evaluated = await server.run('eval', 'run', '--from-activity', '2026-05', '--parallel', '1', ...searches);
    expect(evaluated).toMatchObject({ code: 0, stdout: expect.stringContaining('"questions":2') });
    expect(JSON.parse(evaluated.stdout)).toMatchObject({ recall: { mean: 1, count: 2 } });
    const [first, second, ...asked] = server.asked;
    expect(first).toMatchObject({
      path: `/api/v1/kb/${kb}/activity/ask/query`,
      body: { year_month: '2026-05', filters: { feedback_good: { eq: true } }, pagination: { limit: 100 } },
    });
    expect(second?.body).toMatchObject({ pagination: { limit: 100, ending_before: 201 } });
    expect(asked.map(({ body }) => body)).toEqual([
      expect.objectContaining({ query: 'What pulls the sea?' }),
      expect.objectContaining({ query: 'When is high water?', security: { groups: ['crew'] } }),
    ]);
    expect(asked[0]?.body).not.toHaveProperty('security');
  });

  it('ends with 2 where nobody liked an answer of the month', async () => {
    const server = await ScriptedServer.start('');
    const refused = await server.run('eval', 'run', '--from-activity', '2026-05', ...searches);
    expect(refused).toMatchObject({ code: 2, stderr: 'Nobody liked an answer in 2026-05\n' });
  });

  it.each([
    [[], 'Give one of FILE, --set and --from-activity'],
    [['q.csv', '--set', 'Sea'], 'Give one of'],
    [['--set', 'Sea', '--from-activity', '2026-05'], 'Give one of'],
    [['--from-activity', '2026-13'], '--from-activity is a month, such as 2026-05'],
    [['--from-activity', 'May'], '--from-activity is a month'],
  ])('asks nothing when the questions are from %j', async (sources, message) => {
    const server = await ScriptedServer.start(500);
    const refused = await server.run('eval', 'run', ...sources, ...searches);
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining(message) });
    expect(server.asked).toEqual([]);
  });
});

describe('lectern eval compare', () => {
  const runOf = (recalls: readonly number[]): EvaluationRun => ({
    format: 1,
    created: '2026-01-01T00:00:00Z',
    kb: 'box',
    file: 'q.csv',
    k: 10,
    variants: [
      {
        name: 'default',
        configuration: null,
        model: null,
        questions: recalls.map((recall, index) => ({
          id: String(index),
          question: `<b>Why</b> | ${index}?`,
          scores: { recall },
          found: [],
          answer: null,
          status: null,
        })),
      },
    ],
  });

  it('shows both runs, question by question, in a report without foreign HTML, and is a gate', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'lectern-eval-'));
    const [before, after] = [join(folder, 'a.json'), join(folder, 'b.json')];
    await writeFile(before, JSON.stringify(runOf([1, 1, 1, 0])));
    await writeFile(after, JSON.stringify(runOf([1, 0, 1, 0])));
    const report = join(folder, 'report.html');
    const gate = ['--max-drop', 'recall=0.1', '--report', report];
    const result = await run(['eval', 'compare', before, after, ...gate]);
    expect(result).toMatchObject({ code: 1, stderr: expect.stringContaining('recall dropped by 0.250') });
    expect(result.stdout).toContain('before 0.750');
    const html = await readFile(report, 'utf8');
    expect(html).toContain('recall 1.000 → 0.000');
    expect(html).not.toContain('<b>');
    expect(await run(['eval', 'compare', before, before, '--max-drop', 'recall=0'])).toMatchObject({ code: 0 });
    await rm(folder, { recursive: true });
  });
});
