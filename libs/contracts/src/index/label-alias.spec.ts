import fc from 'fast-check';
import { canonicalLabel } from './label-alias';

describe('a label path', () => {
  it.each([
    ['/classification.labels/topics/sea', '/l/topics/sea'],
    ['/icon', '/n/i'],
    ['/metadata.language/en', '/s/p/en'],
    ['/metadata.languages/en', '/s/s/en'],
    ['/origin.source-id/x', '/u/s/x'],
    ['/entities/PER/Ada', '/e/PER/Ada'],
    ['/iconic', '/iconic'],
    ['/origin.tagsx/a', '/origin.tagsx/a'],
  ])('%s means %s', (readable, path) => {
    expect(canonicalLabel(readable)).toBe(path);
  });

  it('that is canonical stays as it is', () => {
    const paths = fc.tuple(fc.constantFrom('/l', '/n/i', '/s/p', '/e', '/icon', '/entities'), fc.string());
    fc.assert(
      fc.property(paths, ([head, tail]) => {
        const path = canonicalLabel(`${head}/${tail}`);
        expect(path.endsWith(`/${tail}`)).toBe(true);
        expect(canonicalLabel(path)).toBe(path);
      }),
    );
  });
});
