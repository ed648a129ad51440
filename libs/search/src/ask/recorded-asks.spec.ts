import type { UsageMeter, UsageQuota } from '@lectern/usage';
import { AppError, systemPrincipal, validate } from '@lectern/contracts/core';
import { AskHeaders, AskRequest, type AskValue } from '@lectern/contracts/search';
import { Logger } from '@nestjs/common';
import type { ActivityRecorder } from '@lectern/activity';
import type { AskTraceRecorder } from '../../../activity/src/trace/ask-trace-recorder';
import type { AskService } from './ask.service';
import { RecordedAsks } from './recorded-asks';

const UNEXPECTED = 'Unexpected error while generating the answer. Please try again later.';

/** A question whose answer fails with `error`, before or after its first value. */
async function answer(error: Error, { debug = false, begins = true } = {}) {
  const rows: unknown[] = [];
  // Only the members that a recorded question calls.
  const service = {
    async *ask(): AsyncGenerator<AskValue> {
      if (begins) yield { learningId: 'a1' };
      throw error;
    },
  } as unknown as AskService;
  const recorder = { record: (row: () => unknown) => void rows.push(row()) } as unknown as ActivityRecorder;
  const meter = { countFor: () => undefined } as unknown as UsageMeter;
  const quota = { hold: async () => ({ keep: () => undefined, giveBack: () => undefined }) } as unknown as UsageQuota;
  const asks = new RecordedAsks(service, recorder, { isOn: false } as unknown as AskTraceRecorder, meter, quota);
  const call = {
    kbid: 'box',
    principal: systemPrincipal,
    signal: new AbortController().signal,
    requestId: 'r',
    request: validate(AskRequest, { query: 'Why?', debug }),
    headers: validate(AskHeaders, {}),
  };
  const items: unknown[] = [];
  for await (const { item } of asks.ask(call)) if (item) items.push(item);
  return { items, rows };
}

describe('an answer that breaks off', () => {
  beforeEach(() => void jest.spyOn(Logger.prototype, 'error').mockReturnValue());

  it('for a reason that nobody foresaw ends with an item that does not tell it, and is recorded', async () => {
    const { items, rows } = await answer(new TypeError('x is undefined'));
    expect(items).toEqual([{ type: 'error', error: UNEXPECTED }]);
    expect(rows).toHaveLength(1);
  });

  it('tells the first line of the reason to who debugs', async () => {
    const { items } = await answer(new TypeError(`x is undefined\n at ${'y'.repeat(500)}`), { debug: true });
    expect(items).toEqual([{ type: 'error', error: `${UNEXPECTED} Error: x is undefined` }]);
  });

  it('for a known reason, or before it began, fails as such', async () => {
    const known = new AppError('provider_failed', 'The model is gone');
    await expect(answer(known)).rejects.toBe(known);
    const early = new TypeError('x is undefined');
    await expect(answer(early, { begins: false })).rejects.toBe(early);
  });
});
