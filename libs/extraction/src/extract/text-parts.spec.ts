import fc from 'fast-check';
import { partsBetween } from './text-parts';

describe('partsBetween', () => {
  it('gives the same parts as split', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('a', ' ', '\r', '\n')), (units) => {
        const text = units.join('');
        expect([...partsBetween(text, /\r?\n/g)]).toEqual(text.split(/\r?\n/));
      }),
    );
  });
});
