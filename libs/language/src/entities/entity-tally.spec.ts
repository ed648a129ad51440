import { CodePointMap } from '@lectern/text';
import { Warnings } from '../../../extraction/src/extract/warnings';
import { mentionsIn } from './entities';
import { ENTITIES_MAX, ENTITY_CHARS_MAX, EntityTally } from './entity-tally';

function tallyOf(texts: readonly string[]): EntityTally {
  let tally = new EntityTally();
  let offset = 0;
  for (const text of texts) {
    const map = new CodePointMap(text);
    tally.add(mentionsIn(text, 'en', tally.people()), map, offset);
    offset += map.length;
    // Serialised, as between two tasks.
    tally = new EntityTally(JSON.parse(JSON.stringify(tally.state)));
  }
  return tally;
}

function lossesOf(tally: EntityTally): string[] {
  const warnings = new Warnings();
  tally.warn(warnings);
  return warnings.list().map(({ body }) => body);
}

describe('EntityTally', () => {
  it('adds up what sections name, in places of the whole text', () => {
    const texts = ['Tomas Alvarsson opened the lock. ', 'Later Alvarsson went to Rotterdam.'];
    const all = texts.join('');
    const found = tallyOf(texts).entities();
    expect(found.map(({ label, text }) => `${label} ${text}`)).toEqual(['PERSON Tomas Alvarsson', 'GPE Rotterdam']);
    expect(found[0]?.positions.map(({ start, end }) => all.slice(start, end))).toEqual([
      'Tomas Alvarsson',
      'Alvarsson',
    ]);
  });

  it('leaves out what is too long to be a name, and says so', () => {
    const tally = tallyOf([`See https://example.org/${'a/'.repeat(ENTITY_CHARS_MAX)}b and https://example.org/fees.`]);
    expect(tally.entities().map(({ text }) => text)).toEqual(['https://example.org/fees']);
    expect(lossesOf(tally)).toEqual(['Mentions of names longer than 200 characters were left out: 1']);
  });

  it('keeps the most frequent names of very many, and says so', () => {
    const rare = Array.from({ length: ENTITIES_MAX + 10 }, (_, at) => `a${at}@example.org`).join(' ');
    const tally = tallyOf([rare, ' b@example.org b@example.org']);
    expect(tally.entities()).toHaveLength(ENTITIES_MAX);
    expect(tally.entities()[0]?.text).toBe('b@example.org');
    expect(lossesOf(tally)).toEqual(['Mentions of rarer names beyond 4000, the limit of a field, were left out: 11']);
  });

  it('keeps so many places of a name, and says how many it did not keep', () => {
    const tally = tallyOf(['b@example.org '.repeat(1_500)]);
    expect(tally.entities()[0]?.positions).toHaveLength(1_000);
    expect(lossesOf(tally)).toEqual(['Places of names beyond 1000 for each or 50000 in the field were left out: 500']);
  });
});
