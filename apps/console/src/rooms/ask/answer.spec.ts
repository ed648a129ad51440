import type { AskItem } from '@lectern/contracts/search';
import { type Answer, atEnd, isAnswered, newAnswer, stopped, withItem } from './answer';

const after = (...items: readonly object[]): Answer =>
  // Items have only the members that matter here.
  items.reduce<Answer>((answer, item) => withItem(answer, item as AskItem), newAnswer);

const paragraph = (id: string, order: number) => ({ id, order, text: `Text of ${id}` });
const results = {
  resources: {
    r: { title: 'Tides', fields: { '/t/body': { paragraphs: { b: paragraph('r/t/body/5-9', 1) } } } },
    s: { title: '', fields: { '/t/body': { paragraphs: { a: paragraph('s/t/body/0-4', 0) } } } },
  },
};
const retrieval = { type: 'retrieval', results, best_matches: [] };
const success = { type: 'status', code: '0', status: 'success' };

describe('an answer', () => {
  it('is put together from its pieces', () => {
    const answer = atEnd(after({ type: 'answer', text: 'The moon ' }, { type: 'answer', text: 'pulls.' }, success));
    expect(answer).toMatchObject({ phase: 'done', text: 'The moon pulls.', status: 'success' });
    expect(isAnswered(answer)).toBe(true);
  });

  it('knows what was found, best first, and how the question was rewritten', () => {
    const item = { ...retrieval, results: { ...results, rephrased_query: 'tides?', warnings: ['no vectors'] } };
    expect(after(item)).toMatchObject({
      found: [
        { key: 's/t/body/0-4', rid: 's', title: 's' },
        { key: 'r/t/body/5-9', rid: 'r', title: 'Tides' },
      ],
      rewritten: 'tides?',
      warnings: ['no vectors'],
    });
  });

  it('knows the file of a passage where its title does not say it', () => {
    const named = { ...results.resources.r, origin: { filename: 'almanac.pdf' } };
    const { found } = after({ ...retrieval, results: { resources: { r: named } } });
    expect(found).toMatchObject([{ title: 'Tides', filename: 'almanac.pdf' }]);
  });

  it('knows texts that a strategy brought, when their document is known', () => {
    const block = (id: string) => ({ id, text: 'whole', augmentation_type: 'full_resource' });
    const augmented = { paragraphs: { x: block('USER_CONTEXT_0') }, fields: { f: block('r/t/body') } };
    const { found } = after(retrieval, { type: 'augmented_context', augmented });
    expect(found.map(({ key, title }) => [key, title]).at(-1)).toEqual(['r/t/body', 'Tides']);
  });

  it.each([
    [[{ type: 'error', error: 'the disk is full' }], 'the disk is full'],
    [[{ type: 'status', code: '-1', status: 'error', details: 'no credit' }], 'no credit'],
    [[], undefined],
  ])('that breaks off with %j keeps what came', (items, problem) => {
    const answer = atEnd(after({ type: 'answer', text: 'The mo' }, ...items));
    expect(answer).toMatchObject({ phase: 'failed', text: 'The mo' });
    expect(answer.problem).toBe(problem);
  });

  it.each(['no_context', 'no_retrieval_data'])('with the status %s is none', (status) => {
    expect(isAnswered(atEnd(after({ type: 'answer', text: 'Sorry.' }, { type: 'status', status })))).toBe(false);
  });

  it('that was stopped keeps what came', () => {
    expect(stopped(after({ type: 'answer', text: 'The mo' }))).toMatchObject({ phase: 'stopped', text: 'The mo' });
  });

  it('is not changed by items of unknown types', () => {
    expect(after({ type: 'horoscope' })).toEqual(newAnswer);
  });
});
