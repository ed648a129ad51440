import fc from 'fast-check';
import { canonicalLabel, readableLabel } from './label-alias';

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

describe('the readable name of a label path', () => {
  const pairs = [
    ['/classification.labels', '/l'],
    ['/icon', '/n/i'],
    ['/metadata.status', '/n/s'],
    ['/metadata.language', '/s/p'],
    ['/metadata.languages', '/s/s'],
    ['/origin.tags', '/t'],
    ['/origin.metadata', '/m'],
    ['/origin.path', '/p'],
    ['/origin.source-id', '/u/s'],
    ['/entities', '/e'],
    ['/generated.data-augmentation', '/g/da'],
  ] as const;

  it.each(pairs)('%s means %s, and is what answers show', (readable, path) => {
    for (const rest of ['', '/a', '/a/b']) {
      expect(canonicalLabel(`${readable}${rest}`)).toBe(`${path}${rest}`);
      expect(readableLabel(`${path}${rest}`)).toBe(`${readable}${rest}`);
    }
    for (const other of ['x', '.x', '-x']) {
      expect(canonicalLabel(`${readable}${other}`)).toBe(`${readable}${other}`);
      expect(readableLabel(`${path}${other}`)).toBe(`${path}${other}`);
    }
  });

  it.each(['/u/o/me', '/mt/text/plain', '/k/text', '/q/h', '/fl/a', '/f/body', '/', '', 'l/a'])(
    'of %j is none: it stays as it is',
    (path) => {
      expect(readableLabel(path)).toBe(path);
      expect(canonicalLabel(path)).toBe(path);
    },
  );

  it('is found again, whatever follows', () => {
    fc.assert(
      fc.property(fc.constantFrom(...pairs), fc.string(), ([readable, path], rest) => {
        expect(canonicalLabel(readableLabel(`${path}/${rest}`))).toBe(`${path}/${rest}`);
        expect(readableLabel(canonicalLabel(`${readable}/${rest}`))).toBe(`${readable}/${rest}`);
      }),
    );
  });
});
