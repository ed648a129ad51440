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
