import { AppError } from '@lectern/contracts/core';
import { Logger } from '@nestjs/common';
import { logStreamFailure } from './stream-failure';

const stream = { operation: 'test.note.stream', requestId: 'request-1' };

describe('a stream that breaks off', () => {
  const lines: unknown[][] = [];
  const collect =
    (level: string) =>
    (...line: unknown[]) =>
      void lines.push([level, ...line.filter((part) => part !== undefined)]);

  beforeEach(() => {
    lines.length = 0;
    Logger.overrideLogger({ log: collect('log'), warn: collect('warn'), error: collect('error') });
  });
  afterAll(() => Logger.overrideLogger(['error']));

  it('is logged with its request, operation and code', () => {
    logStreamFailure(new AppError('unavailable', 'Nobody answers'), stream);
    const message = 'A stream ended early: Nobody answers';
    expect(lines).toEqual([['warn', { message, code: 'unavailable', ...stream }, 'Gateway']]);
  });

  it('is logged with its stack when nobody meant it to', () => {
    const err = new TypeError('x is not a function');
    logStreamFailure(err, stream);
    expect(lines).toEqual([['error', { message: 'A stream failed', err, ...stream }, 'Gateway']]);
  });

  it('because its client hung up is not logged', () => {
    logStreamFailure(new AppError('cancelled', 'The client hung up'), stream);
    expect(lines).toEqual([]);
  });
});
