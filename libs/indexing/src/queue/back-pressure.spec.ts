import { AppError } from '@lectern/contracts/core';
import { refuseWhenFull } from './back-pressure';

const now = new Date('2024-05-01T10:11:12Z');

function refusal(waiting: number): AppError | undefined {
  try {
    refuseWhenFull({ waiting, waitingMax: 100, now });
    return undefined;
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

describe('back-pressure', () => {
  it('lets writes in while there is room', () => {
    expect(refusal(99)).toBeUndefined();
  });

  it('says when to come back', () => {
    expect(refusal(699)).toMatchObject({
      status: 429,
      message: 'Too many messages pending to ingest. Retry after 2024-05-01 10:11:42+00:00',
      details: { headers: { 'Retry-After': '30' }, detail: { try_after: 1_714_558_302, back_pressure_type: 'ingest' } },
    });
  });

  it('never sends anybody away for more than a minute', () => {
    expect(refusal(1_000_000)?.details.headers).toEqual({ 'Retry-After': '60' });
  });
});
