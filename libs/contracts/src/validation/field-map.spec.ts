import fc from 'fast-check';
import { FieldMap } from './field-map';
import { text } from './node';
import { refusals } from './refused.fixture';

class Payload {
  @FieldMap(text(), { sizeMax: 2 }) texts: Record<string, string> = {};
}

const rule = 'Field ID must be a string with only letters, numbers, underscores, colons and dashes.';

describe('values by field id', () => {
  it.each(['body', 'A-1', 'da-summary-t-body', 'ns:name_2', '0', 'x'.repeat(250)])('may be called %s', (id) => {
    expect(refusals(Payload, { texts: { [id]: '' } })).toEqual([]);
  });

  it.each(['report.pdf', 'a b', 'ä', 'a/b', '', 'a\n', '🌊'])('may not be called %j', (id) => {
    expect(refusals(Payload, { texts: { [id]: '' } })).toEqual([
      `texts.${id}.[key]: Value error, Invalid field_id: '${id}'. ${rule}`,
    ]);
  });

  it('with an id that is only too long break the pattern', () => {
    expect(refusals(Payload, { texts: { ['x'.repeat(251)]: '' } })).toEqual([
      `texts.${'x'.repeat(251)}.[key]: String should match pattern '^[a-zA-Z0-9:_-]{1,250}$'`,
    ]);
  });

  it('with a long id that is wrong show the beginning of it', () => {
    const [fault = ''] = refusals(Payload, { texts: { [' '.repeat(10_000)]: '' } });
    expect(fault).toContain(`Invalid field_id: '${' '.repeat(250)}…'`);
    expect(fault.length).toBeLessThan(1_000);
  });

  it('are as many as the place allows', () => {
    expect(refusals(Payload, { texts: { a: '', b: '' } })).toEqual([]);
    expect(refusals(Payload, { texts: { a: '', b: '', c: '' } })).toEqual([
      'texts: Dictionary should have at most 2 items after validation, not 3',
    ]);
  });

  it('are accepted exactly where the id is one', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 300 }), (id) => {
        const isId = /^[a-zA-Z0-9:_-]{1,250}$/.test(id) && !id.includes('\n') && id !== '__proto__';
        expect(refusals(Payload, { texts: { [id]: '' } }).length === 0).toBe(isId);
      }),
    );
  });
});
