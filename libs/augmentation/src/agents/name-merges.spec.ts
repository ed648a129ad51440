import { nameMerges } from './name-merges';

const { signal } = new AbortController();
const named = (...names: readonly string[]) => names.map((name, at) => ({ name, resources: 100 - at }));
async function merged(names: readonly string[], judge?: (pair: readonly [string, string]) => boolean) {
  const all = await nameMerges(named(...names), {
    signal,
    ...(judge && { judge: async (pairs) => pairs.map(judge) }),
  });
  return all.map(({ keep, merge }) => [keep.name, ...merge.map(({ name, reason }) => `${name}: ${reason}`)]);
}

describe('names that mean the same', () => {
  it('are those that differ in capitals, accents and signs, and the most frequent one stays', async () => {
    expect(await merged(['Acme Inc.', 'ACME Inc', 'acme, inc', 'Société Générale', 'Societe Generale'])).toEqual([
      ['Acme Inc.', 'ACME Inc: spelling', 'acme, inc: spelling'],
      ['Société Générale', 'Societe Generale: spelling'],
    ]);
  });

  it('are those with the same words in another order, and those with nearly the same letters', async () => {
    expect(
      await merged([
        'Ada Lovelace',
        'Lovelace, Ada',
        'contract',
        'contracts',
        'customer complaint',
        'customer complaints',
      ]),
    ).toEqual([
      ['Ada Lovelace', 'Lovelace, Ada: order of words'],
      ['customer complaint', 'customer complaints: nearly the same letters'],
    ]);
  });

  it('are not those with other numbers, opposites, or short names that differ in a letter', async () => {
    const others = [
      'Boeing 737',
      'Boeing 747',
      'approved',
      'unapproved',
      'paid invoice',
      'not paid invoice',
      'cat',
      'car',
    ];
    expect(await merged(others)).toEqual([]);
  });

  it('are, with a model, those that it says mean the same, and those that are spelled the same', async () => {
    const names = ['United States', 'united states', 'United States of America', 'United States Army'];
    expect(await merged(names, ([, other]) => other.endsWith('America'))).toEqual([
      ['United States', 'united states: spelling', 'United States of America: model'],
    ]);
  });

  it('never chain: what is like a merged name is compared with the one that stays', async () => {
    const all = await nameMerges(named('aaaaaaaa bbbbbbbb', 'aaaaaaaa bbbbbbbc', 'aaaaaaac bbbbbbbc'), { signal });
    expect(all.flatMap(({ merge }) => merge.map(({ name }) => name))).not.toContain('aaaaaaac bbbbbbbc');
  });

  it('are found among thousands within seconds, whatever they are', async () => {
    const many = Array.from({ length: 5_000 }, (_, at) => `company number ${String.fromCharCode(97 + (at % 26))}${at}`);
    const startedMs = performance.now();
    expect(await nameMerges(named(...many, '', '  ', '💥', 'a'.repeat(250)), { signal })).toEqual([]);
    expect(performance.now() - startedMs).toBeLessThan(20_000);
  });
});
