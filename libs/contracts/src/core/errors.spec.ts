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

describe('the status of a code', () => {
  it.each([
    ['several_credentials', 400],
    ['bad_request', 400],
    ['invalid_metadata', 400],
    ['invalid_search_configuration', 400],
    ['guardrail_blocked', 400],
    ['unauthorized', 401],
    ['quota_exceeded', 402],
    ['blocked', 402],
    ['forbidden', 403],
    ['not_found', 404],
    ['method_not_allowed', 405],
    ['conflict', 409],
    ['invalid_query', 412],
    ['precondition_failed', 412],
    ['too_large', 413],
    ['unsupported_media_type', 415],
    ['range_not_satisfiable', 416],
    ['invalid_request', 422],
    ['rate_limited', 429],
    ['internal', 500],
    ['not_confirmed', 501],
    ['unavailable', 503],
    ['deadline_exceeded', 504],
    ['provider_failed', 512],
    ['rephrase_failed', 529],
    ['retrieval_incomplete', 530],
  ] as const)('%s is %i', (code, status) => {
    expect(statusOf[code]).toBe(status);
  });

  it('is never 419, which clients know as a conflict of another service', () => {
    expect(Object.values(statusOf)).not.toContain(419);
  });
});

describe('what was done when an operation failed', () => {
  it('is nothing for a refusal, and unknown for what broke', () => {
    const undone = codes.filter((code) => new AppError(code, 'No').isUndone);
    expect(codes.filter((code) => !undone.includes(code)).sort()).toEqual([
      'cancelled',
      'deadline_exceeded',
      'internal',
      'not_confirmed',
      'provider_failed',
      'rephrase_failed',
      'retrieval_incomplete',
      'unavailable',
    ]);
  });

  it('is nothing where the error says so', () => {
    for (const code of codes) expect(new AppError(code, 'No', { nothingDone: true }).isUndone).toBe(true);
    expect(new AppError('internal', 'No', { nothingDone: false }).isUndone).toBe(false);
  });
});
