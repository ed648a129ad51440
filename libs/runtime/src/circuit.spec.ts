import { AppError } from '@lectern/contracts/core';
import { BrokenCircuitError } from 'cockatiel';
import { Circuit, CIRCUIT_FAILURES_MAX, CIRCUIT_PAUSE_MS } from './circuit';

describe('Circuit', () => {
  const away = new Error('away');
  const wrong = new Error('wrong');
  let changes: boolean[];
  let circuit: Circuit;

  beforeEach(() => {
    jest.useFakeTimers();
    changes = [];
    circuit = new Circuit({ isFailure: (error) => error === away, onChange: (isOpen) => changes.push(isOpen) });
  });
  afterEach(() => void jest.useRealTimers());

  const failing = (error: Error) => circuit.execute(() => Promise.reject(error)).catch((thrown: unknown) => thrown);

  async function open(): Promise<void> {
    for (let i = 0; i < CIRCUIT_FAILURES_MAX; i += 1) expect(await failing(away)).toBe(away);
  }

  it('leaves a server alone after failures in a row, not after calls that were wrong', async () => {
    for (let i = 0; i < CIRCUIT_FAILURES_MAX * 2; i += 1) expect(await failing(wrong)).toBe(wrong);
    expect(changes).toEqual([]);
    await open();
    expect(await failing(away)).toBeInstanceOf(BrokenCircuitError);
    expect(changes).toEqual([true]);
  });

  it('has one call try the server after a while, and nobody wait for it', async () => {
    await open();
    jest.advanceTimersByTime(CIRCUIT_PAUSE_MS);
    let answer: (text: string) => void = () => undefined;
    const trying = circuit.execute(() => new Promise<string>((resolve) => (answer = resolve)));
    expect(await failing(away)).toBeInstanceOf(BrokenCircuitError);
    answer('back');
    expect(await trying).toBe('back');
    expect(await circuit.execute(() => Promise.resolve('as usual'))).toBe('as usual');
    expect(changes).toEqual([true, false]);
  });

  it('goes on leaving it alone when that call fails', async () => {
    await open();
    jest.advanceTimersByTime(CIRCUIT_PAUSE_MS);
    expect(await failing(away)).toBe(away);
    expect(await failing(away)).toBeInstanceOf(BrokenCircuitError);
    expect(changes).toEqual([true]);
  });

  it('goes on leaving it alone when the caller hangs up before there is an answer', async () => {
    const cancelled = new AppError('cancelled', 'Nobody waits any more');
    await open();
    jest.advanceTimersByTime(CIRCUIT_PAUSE_MS);
    expect(await failing(cancelled)).toBe(cancelled);
    expect(await failing(away)).toBeInstanceOf(BrokenCircuitError);
    jest.advanceTimersByTime(CIRCUIT_PAUSE_MS);
    expect(await circuit.execute(() => Promise.resolve('back'))).toBe('back');
    expect(changes).toEqual([true, false]);
  });
});
