import fc from 'fast-check';
import { type GivenLabels, isGivenLabel, labelsGivenTo, relabelled } from './given-labels';

const given: GivenLabels = {
  ofFields: new Map([['t/body', ['/fl/topics/sea']]]),
  ofParagraphs: new Map([['r/t/body/0-5', ['/l/topics/moon']]]),
};
const part = { id: 'r/t/body/0-5', field: 't/body' };

describe('a label that is given', () => {
  it.each(['/l', '/l/topics', '/l/topics/sea', '/fl', '/fl/topics/sea'])('may be %s', (path) => {
    expect(isGivenLabel(path)).toBe(true);
  });

  it.each(['/k/text', '/e/PERSON/Ada', '/lx/a', '/flx', '/mt/text/plain', '/g/da/l', '', 'l/topics', '//l'])(
    'is not %j',
    (path) => {
      expect(isGivenLabel(path)).toBe(false);
    },
  );
});

describe('labels given to a paragraph', () => {
  it('are those of its field, then its own', () => {
    expect(labelsGivenTo(part, given)).toEqual(['/fl/topics/sea', '/l/topics/moon']);
    expect(labelsGivenTo({ ...part, id: 'r/t/body/5-9' }, given)).toEqual(['/fl/topics/sea']);
    expect(labelsGivenTo({ id: 'r/t/other/0-5', field: 't/other' }, given)).toEqual([]);
  });

  it('replace those that it had, and leave the others alone', () => {
    const labels = ['/k/text', '/l/topics/old', '/l', '/fl/topics/older', '/e/PERSON/Ada'];
    expect(relabelled({ ...part, labels }, given)).toEqual([
      '/k/text',
      '/e/PERSON/Ada',
      '/fl/topics/sea',
      '/l/topics/moon',
    ]);
    const none = { ofFields: new Map(), ofParagraphs: new Map() };
    expect(relabelled({ ...part, labels }, none)).toEqual(['/k/text', '/e/PERSON/Ada']);
  });

  it('stay as they are where nothing is said about them', () => {
    const labels = ['/l/topics/old'];
    expect(relabelled({ ...part, labels }, undefined)).toBe(labels);
  });

  it('are the same when they are given twice', () => {
    const paths = fc.array(fc.constantFrom('/k/text', '/l/a/b', '/fl/a/c', '/e/X/y'), { maxLength: 5 });
    fc.assert(
      fc.property(paths, (labels) => {
        const once = relabelled({ ...part, labels }, given);
        expect(relabelled({ ...part, labels: once }, given)).toEqual(once);
      }),
    );
  });
});
