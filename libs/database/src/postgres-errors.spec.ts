import { AppError } from '@lectern/contracts/core';
import { databaseError, isTransientFailure, isUniqueViolation } from './postgres-errors';

const failure = (code: string, more = {}) => Object.assign(new Error('failed'), { code, ...more });

describe('errors of the database', () => {
  it('are distinguished by constraint', () => {
    const error = failure('23505', { constraint: 'UQ_slug' });
    expect([isUniqueViolation(error), isUniqueViolation(error, 'UQ_slug'), isUniqueViolation(error, 'UQ_id')]).toEqual([
      true,
      true,
      false,
    ]);
    expect(isUniqueViolation(failure('23503'))).toBe(false);
    expect(isUniqueViolation(undefined)).toBe(false);
  });

  it('say when another attempt may help', () => {
    expect(['40001', '40P01', '23505'].map((code) => isTransientFailure(failure(code)))).toEqual([true, true, false]);
  });

  it.each([
    ['57P03', 'unavailable'],
    ['ECONNREFUSED', 'unavailable'],
    ['53300', 'unavailable'],
    ['57014', 'deadline_exceeded'],
    ['53100', 'storage_full'],
    ['22021', 'invalid_request'],
    ['22P05', 'invalid_request'],
  ])('with the code %s become %s', (code, expected) => {
    const error = databaseError(failure(code));
    expect(error).toBeInstanceOf(AppError);
    expect(error).toMatchObject({ code: expected, message: expect.not.stringContaining('failed') });
  });

  it('that are bugs, or that callers know, stay as they are', () => {
    for (const error of [failure('42601'), failure('23505'), new Error('x'), new AppError('not_found', 'no')]) {
      expect(databaseError(error)).toBe(error);
    }
  });
});
