import { AppError, type ErrorCode, invalidQuery, invalidRequest, statusOf } from './errors';

// The keys of the table are the codes.
const codes = Object.keys(statusOf) as ErrorCode[];

describe('an error', () => {
  it('has the status of its code, which is one of a failure', () => {
    for (const code of codes) {
      const { status } = new AppError(code, 'No');
      expect([code, status]).toEqual([code, statusOf[code]]);
      expect(status).toBeGreaterThanOrEqual(400);
      expect(status).toBeLessThan(600);
    }
  });

  it('is a refusal when nothing was done for certain', () => {
    const refusals = codes.filter((code) => new AppError(code, 'No').isRefusal);
    expect(refusals).toEqual(expect.arrayContaining(['bad_request', 'conflict', 'invalid_request', 'storage_full']));
    const doubtful = ['cancelled', 'internal', 'unavailable', 'deadline_exceeded', 'provider_failed'];
    expect(refusals.filter((code) => doubtful.includes(code))).toEqual([]);
  });

  it('keeps what caused it', () => {
    const cause = new Error('away');
    expect(new AppError('unavailable', 'No', {}, { cause })).toMatchObject({ cause, details: {}, name: 'AppError' });
  });
});

describe('an invalid request', () => {
  it('lists every violation, and says them all in its text', () => {
    const violations = [
      { type: 'missing', loc: ['body', 'a'], msg: 'Field required' },
      { type: 'string_type', loc: ['body', 'b'], msg: 'Input should be a valid string' },
    ];
    const error = invalidRequest(violations);
    expect([error.status, error.details.detail]).toEqual([422, violations]);
    expect(error.message).toBe('Field required; Input should be a valid string');
  });
});

describe('an invalid query', () => {
  it('names the parameter', () => {
    expect(invalidQuery('vectorset', 'There is none')).toMatchObject({
      status: 412,
      message: 'Invalid query. Error in vectorset: There is none',
    });
  });
});
