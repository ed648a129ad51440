import { inNextRound } from './next-round';

describe('work that is done one at a time', () => {
  it('is done once for all who want it while it runs, after they asked', async () => {
    const gate = Promise.withResolvers<void>();
    let runs = 0;
    const round = inNextRound(async () => {
      runs += 1;
      if (runs === 1) await gate.promise;
    });
    const first = round();
    await new Promise((resolve) => setImmediate(resolve));
    const others = [round(), round(), round()];
    expect(runs).toBe(1);
    gate.resolve();
    await Promise.all([first, ...others]);
    expect(runs).toBe(2);
  });

  it('is done again after it failed', async () => {
    let runs = 0;
    const round = inNextRound(async () => {
      runs += 1;
      if (runs === 1) throw new Error('It broke');
    });
    await expect(round()).rejects.toThrow('It broke');
    await round();
    expect(runs).toBe(2);
  });
});
