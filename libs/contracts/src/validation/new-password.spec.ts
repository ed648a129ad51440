import { passwordFault } from './new-password';

describe('a new password', () => {
  it('has eight characters of four kinds', () => {
    expect(passwordFault('Tides-of-1837')).toBeUndefined();
    expect(passwordFault('Ab1.Ab1.')).toBeUndefined();
    expect(passwordFault('Ñandú-14.')).toBeUndefined();
  });

  it.each([
    ['Ab1.Ab1', 'The password needs 8 characters'],
    ['tides-of-1837', 'The password needs an upper-case letter'],
    ['TIDES-OF-1837', 'The password needs a lower-case letter'],
    ['Tides-of-moon', 'The password needs a digit'],
    ['TidesOf1837', 'The password needs one of !@#$%^&*._()+=-'],
    ['', 'The password needs 8 characters, an upper-case letter, a lower-case letter, a digit, one of !@#$%^&*._()+=-'],
  ])('is not %j: %s', (password, fault) => {
    expect(passwordFault(password)).toBe(fault);
  });
});
