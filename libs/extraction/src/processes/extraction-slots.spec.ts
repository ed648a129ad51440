import { AppError } from '@lectern/contracts/core';
import {
  type Claim,
  type ExtractionSlot,
  ExtractionSlots,
  type ExtractionSlotsOptions,
  QUICK_BYTES_MAX,
} from './extraction-slots';

const never = { quickMs: 60_000, shareMs: 60_000 };
const small: Claim = { owner: 'a', sizeBytes: 1, cuts: 0, isInProgress: false };
const large: Claim = { ...small, sizeBytes: QUICK_BYTES_MAX + 1 };

/** Advances the clock of this spec, and lets everybody act on it. */
const sleep = (forMs: number) => jest.advanceTimersByTimeAsync(forMs);

describe('ExtractionSlots', () => {
  let slots: ExtractionSlots;
  let begun: string[];
  let recalled: string[];
  const slotsOf = (options: Partial<ExtractionSlotsOptions> = {}) =>
    (slots = new ExtractionSlots({ slots: 2, waitingMax: 100, ...never, ...options }));
  const enter = async (name: string, claim: Claim, signal?: AbortSignal): Promise<ExtractionSlot> => {
    const slot = await slots.enter(claim, (how) => recalled.push(`${name} ${how}`), signal);
    begun.push(name);
    return slot;
  };
  /** Enters without waiting for the slot. */
  const line = async (name: string, claim: Claim) => {
    const entering = enter(name, claim);
    entering.catch(() => undefined);
    await sleep(0);
    return entering.then((slot) => () => slots.leave(slot));
  };
  beforeEach(() => {
    jest.useFakeTimers();
    begun = [];
    recalled = [];
  });

  afterEach(() => jest.useRealTimers());

  it('keeps a slot for quick work that no long work takes', async () => {
    slotsOf();
    await enter('long 1', large);
    await enter('long 2', large);
    void line('long 3', large);
    await enter('quick 1', small);
    void line('quick 2', small);
    await sleep(5);
    expect(begun).toEqual(['long 1', 'long 2', 'quick 1']);
  });

  it('lets long work begin however much quick work comes', async () => {
    slotsOf();
    for (let at = 0; at < 5; at += 1) void line(`quick ${at}`, small);
    void line('long', large);
    await sleep(5);
    expect(begun).toEqual(['quick 0', 'quick 1', 'long']);
  });

  it('gives owners their turns', async () => {
    slotsOf({ slots: 1 });
    const first = await enter('first', small);
    for (const owner of ['a', 'a', 'a', 'b', 'c']) void line(owner, { ...small, owner }).then((leave) => leave());
    await sleep(1);
    slots.leave(first);
    await sleep(5);
    expect(begun).toEqual(['first', 'b', 'c', 'a', 'a', 'a']);
  });

  it('makes long work of what is not quick, and cuts what finds no slot for that', async () => {
    slotsOf({ slots: 1, quickMs: 20 });
    await enter('slow 1', small);
    void line('slow 2', small);
    void line('quick', { ...small, owner: 'b' });
    await sleep(100);
    expect(begun).toEqual(['slow 1', 'quick']);
    expect(recalled).toEqual(['quick now']);
  });

  it('lets nobody be cut while nobody waits', async () => {
    slotsOf({ slots: 1, quickMs: 10, shareMs: 10 });
    await enter('long', large);
    await enter('slow', small);
    await sleep(60);
    expect(recalled).toEqual([]);
    void line('quick', small);
    await sleep(20);
    expect(recalled).toEqual(['slow now']);
  });

  it("asks for a slot back after a turn for another owner's work, never for one's own", async () => {
    slotsOf({ slots: 1, shareMs: 20 });
    const slot = await enter('long 1', large);
    void line('long 2', large);
    await sleep(60);
    expect(recalled).toEqual([]);
    void line('of another one', { ...large, owner: 'b' });
    await sleep(60);
    expect(recalled).toEqual(['long 1 when-complete']);
    slots.leave(slot);
    await sleep(5);
    expect(begun).toEqual(['long 1', 'of another one']);
  });

  it('leaves no owner all slots for long work while another one waits', async () => {
    slotsOf({ quickMs: 20 });
    await enter('long 1', large);
    await sleep(1);
    const second = await enter('long 2', large);
    await sleep(60);
    expect(recalled).toEqual([]);
    void line('of another one', { ...large, owner: 'b' });
    await sleep(10);
    expect(recalled).toEqual(['long 2 when-complete']);
    await sleep(15);
    expect(recalled).toEqual(['long 2 when-complete', 'long 2 now']);
    slots.leave(second);
    void line('cut', { ...large, cuts: 1 });
    void line('of a third', { ...large, owner: 'c' });
    await sleep(30);
    expect(begun).toEqual(['long 1', 'long 2', 'of another one']);
    expect(recalled).toEqual(['long 2 when-complete', 'long 2 now']);
  });

  it('leaves no owner the slots that its quick work took, either', async () => {
    slotsOf({ quickMs: 20 });
    for (let at = 0; at < 4; at += 1) void line(`slow ${at}`, small);
    await sleep(30);
    void line('of another one', { ...large, owner: 'b' });
    await sleep(25);
    expect(begun).toContain('slow 1');
    expect(recalled.some((one) => one === 'slow 0 now' || one === 'slow 1 now')).toBe(true);
  });

  it('puts what was cut behind what was not tried, and what handed over before all of its owner', async () => {
    slotsOf({ slots: 1 });
    const first = await enter('first', large);
    void line('cut', { ...small, cuts: 1 }).then((leave) => leave());
    void line('large', large).then((leave) => leave());
    void line('handed over', { ...large, isInProgress: true }).then((leave) => leave());
    await sleep(0);
    slots.leave(first);
    await sleep(5);
    expect(begun).toEqual(['first', 'handed over', 'large', 'cut']);
  });

  it('refuses more than may wait, half of it of one owner', async () => {
    slotsOf({ slots: 1, waitingMax: 4 });
    for (let at = 0; at < 3; at += 1) void line(`${at}`, small);
    await expect(enter('too much', small)).rejects.toMatchObject({ code: 'rate_limited' });
    for (let at = 0; at < 2; at += 1) void line(`${at}`, { ...small, owner: 'b' });
    await expect(enter('too much', { ...small, owner: 'c' })).rejects.toMatchObject({ code: 'rate_limited' });
    expect(slots.waiting).toBe(4);
  });

  it('forgets who leaves the line, and refuses all when it is closed', async () => {
    slotsOf({ slots: 1 });
    await enter('first', small);
    const controller = new AbortController();
    const leaving = enter('leaving', small, controller.signal);
    const waiting = enter('waiting', small);
    controller.abort();
    await expect(leaving).rejects.toMatchObject({ code: 'cancelled' });
    slots.close(new AppError('unavailable', 'closed'));
    await expect(waiting).rejects.toMatchObject({ code: 'unavailable' });
    await expect(enter('late', small)).rejects.toMatchObject({ code: 'unavailable' });
    expect(slots.waiting).toBe(0);
  });
});
