import fc from 'fast-check';
import { asUuid } from './uuid';

describe('asUuid', () => {
  it('reads both forms, in any case', () => {
    const id = '3f0cb1d6-0000-4000-8000-0123456789ab';
    for (const form of [id, id.replaceAll('-', ''), id.toUpperCase()]) expect(asUuid(form)).toBe(id);
  });

  it.each(['', 'acme', '3f0cb1d6-0000-4000-8000-0123456789a', '3f0cb1d6_0000_4000_8000_0123456789ab'])(
    'refuses %j',
    (id) => {
      expect(asUuid(id)).toBeUndefined();
    },
  );
});

describe('a UUID in either form', () => {
  it('is the same, with or without hyphens, in any case', () => {
    fc.assert(
      fc.property(fc.uuid(), (id) => {
        for (const form of [id, id.toUpperCase(), id.replaceAll('-', '')]) expect(asUuid(form)).toBe(id);
      }),
    );
  });

  it('is what it is read as: reading it again changes nothing', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('0', 'a', 'F', '-', 'g'), maxLength: 40 }), (text) => {
        const read = asUuid(text);
        if (read !== undefined) expect(asUuid(read)).toBe(read);
      }),
    );
  });

  it.each([
    '{3f0cb1d6-0000-4000-8000-0123456789ab}',
    ' 3f0cb1d6-0000-4000-8000-0123456789ab',
    '3f0cb1d6-0000-4000-8000-0123456789ab\n',
    'İ'.repeat(32),
  ])('is not %j', (text) => {
    expect(asUuid(text)).toBeUndefined();
  });
});
