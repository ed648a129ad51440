import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EvaluationRun } from '@lectern/evaluation';
import { run } from '../scripted-server.fixture';
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
