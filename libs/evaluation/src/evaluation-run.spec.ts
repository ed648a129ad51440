import { evaluationCsv, markdownOf } from './evaluation-report';
import { changedQuestions, type EvaluationRun, totalScore, variantsOf, type VariantResult } from './evaluation-run';
import { scoresOfQuestion } from './scored-answer';

const variant = (recalls: readonly (number | undefined)[]): VariantResult => ({
  name: 'default',
  configuration: null,
  model: null,
  questions: recalls.map((recall, index) => ({
    id: `q${index}`,
    question: `=Why ${index}?`,
    scores: recall === undefined ? {} : { recall },
    found: [],
    answer: null,
    status: null,
  })),
});
const runOf = (...variants: readonly VariantResult[]): EvaluationRun => ({
  format: 1,
  created: '2026-01-01T00:00:00Z',
  kb: 'box',
  file: 'Sea',
  k: 10,
  variants,
});

describe('two runs', () => {
  it('differ in the questions that have other scores, the losses first', () => {
    const changed = changedQuestions(variant([1, 0, 1, undefined]), variant([0, 1, 1, 1]));
    expect(changed.map(({ after, changes }) => [after.id, changes])).toEqual([
      ['q0', [{ metric: 'recall', before: 1, after: 0 }]],
      ['q1', [{ metric: 'recall', before: 0, after: 1 }]],
    ]);
  });

  it('have a variant for each choice, and one without choices', () => {
    expect(variantsOf([], [])).toEqual([{ name: 'default', configuration: null, model: null }]);
    expect(variantsOf([null, 'strict'], ['a', 'b']).map(({ name }) => name)).toEqual([
      'a',
      'b',
      'strict + a',
      'strict + b',
    ]);
  });
});

describe('a question', () => {
  it('is worst without a result, and right when it measures nothing', () => {
    const [one] = variant([undefined]).questions;
    expect(one && [totalScore(one), totalScore({ ...one, error: 'no' })]).toEqual([1, 0]);
  });

  it('is measured by documents, each once, and by the paragraphs that its answer cites', () => {
    const passage = (paragraph: string, resource: string) => ({
      ...{ paragraph, resource, title: resource.toUpperCase(), path: null, slug: null },
    });
    const found = [passage('a/1', 'a'), passage('b/1', 'b'), passage('a/2', 'a')];
    const answer = {
      text: 'The moon.',
      status: 'success',
      citations: { 'b/1': [[0, 4]], 'a/2': [] },
      sentences: [{ status: 'supported' }, { status: 'unsupported' }],
    };
    const expected = { documents: new Map([['B', 1]]), facts: [], isAnswerable: true };
    const { scores, titles } = scoresOfQuestion(expected, { found, answer }, 1);
    expect(scores).toMatchObject({ recall: 0, citations: 1, support: 0.5, answered: 1 });
    expect(titles).toEqual(['A', 'B']);
  });
});

describe('a report', () => {
  it('as CSV has a line per question, and no formula of a spreadsheet', () => {
    const [head, line] = evaluationCsv(runOf(variant([0.5]))).split('\r\n');
    expect(head).toBe(
      'variant,id,question,recall,ndcg,citations,support,facts,answered,refusals,status,answer,found,error',
    );
    expect(line).toMatch(/^default,q0,"?'=Why 0\?"?,0\.500,/);
  });

  it('as Markdown compares the variants of a run', () => {
    const text = markdownOf(runOf(variant([1, 0]), { ...variant([0, 0]), name: 'strict' }));
    expect(text).toContain('## default and strict');
    expect(text).toContain('recall 1.000 → 0.000');
  });
});
