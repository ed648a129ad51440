import { AppError, type ErrorCode, statusOf } from '@lectern/contracts/core';
import { errorAnswer, isAnswerable, UNHANDLED } from './error-answer';

// The keys of the table are the codes.
const codes = Object.keys(statusOf) as ErrorCode[];
const ofFastify = (statusCode: number, code: string) => Object.assign(new Error('No'), { statusCode, code });

describe('an error', () => {
  it('says what it is under the status of its code, unless it is a bug', () => {
    for (const code of codes.filter((one) => one !== 'internal' && one !== 'rate_limited'))
      expect(errorAnswer(new AppError(code, 'No'))).toMatchObject({ status: statusOf[code], body: { detail: 'No' } });
  });

  it('never says what is inside of a bug', () => {
    for (const error of [new Error('secret'), new AppError('internal', 'secret'), 'secret', undefined]) {
      expect(isAnswerable(error)).toBe(false);
      expect(errorAnswer(error)).toMatchObject({ status: 500, body: { detail: UNHANDLED } });
    }
  });

  it('has details and headers, its own before the usual ones', () => {
    const error = new AppError('unavailable', 'No', { detail: { a: 1 }, headers: { 'retry-after': '9' } });
    expect(errorAnswer(error)).toEqual({ status: 503, headers: { 'retry-after': '9' }, body: { detail: { a: 1 } } });
    expect(errorAnswer(new AppError('unavailable', 'No')).headers).toEqual({ 'retry-after': '2' });
    expect(errorAnswer(new AppError('storage_full', 'No')).headers).toEqual({ 'retry-after': '60' });
    expect(errorAnswer(new AppError('unauthorized', 'No')).headers).toEqual({ 'www-authenticate': 'Bearer' });
  });

  it('of too many requests says in every case until when to wait', () => {
    const { headers, body } = errorAnswer(new AppError('rate_limited', 'Too much is waiting already'));
    expect(headers).toEqual({ 'retry-after': '2' });
    expect(body).toEqual({ detail: { message: 'Too much is waiting already', try_after: expect.any(Number) } });
    const detail = { message: 'No', try_after: 1 };
    expect(errorAnswer(new AppError('rate_limited', 'No', { detail })).body).toEqual({ detail });
  });

  it('of Fastify is a refusal where it is one of the client', () => {
    expect(errorAnswer(ofFastify(414, 'FST_ERR_MAX_PARAM'))).toMatchObject({ status: 414, body: { detail: 'No' } });
    expect(errorAnswer(ofFastify(500, 'FST_ERR_REP'))).toMatchObject({ status: 500, body: { detail: UNHANDLED } });
    expect(errorAnswer(ofFastify(404, 'ENOENT'))).toMatchObject({ status: 500 });
  });

  it('is written as the operation says, a bug without its text', () => {
    const envelope = ({ code, message }: AppError) => ({ body: { error: code, message } });
    expect(errorAnswer(new AppError('conflict', 'No'), envelope)).toMatchObject({
      status: 409,
      body: { error: 'conflict', message: 'No' },
    });
    expect(errorAnswer(new Error('secret'), envelope)).toMatchObject({
      status: 500,
      body: { error: 'internal', message: UNHANDLED },
    });
  });
});
