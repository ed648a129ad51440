import { Handover } from './handover';

describe('a handover', () => {
  it('gives values in order, and ends when it is closed', async () => {
    const handover = new Handover<number>();
    const putting = Promise.all([handover.put(1), handover.put(2)]);
    handover.close();
    const taken: number[] = [];
    for await (const value of handover) taken.push(value);
    await putting;
    expect(taken).toEqual([1, 2]);
  });

  it('keeps a value waiting until it is taken', async () => {
    const handover = new Handover<string>();
    const events: string[] = [];
    const putting = handover.put('a').then(() => events.push('put'));
    await Promise.resolve();
    events.push('asked');
    const values = handover[Symbol.asyncIterator]();
    expect((await values.next()).value).toBe('a');
    await putting;
    expect(events).toEqual(['asked', 'put']);
  });

  it('lets nobody wait when nothing is taken any more', async () => {
    const handover = new Handover<number>();
    const left = handover.put(2);
    for await (const value of handover) {
      expect(value).toBe(2);
      break;
    }
    await left;
    await expect(handover.put(3)).resolves.toBeUndefined();
  });
});
