import { Metrics, Stopping } from '@lectern/runtime';
import { FrameMemory } from './frame-memory';
import { InteractionRun } from './interaction-run';
import { OwnInteractions } from './own-interactions';

const MIB = 1024 ** 2;

describe('the memory for frames of a process', () => {
  let metrics: Metrics;
  let frames: FrameMemory;
  let own: OwnInteractions;
  let count = 0;

  beforeEach(() => {
    process.env['AGENT_FRAMES_MB'] = '8';
    metrics = new Metrics();
    frames = new FrameMemory(metrics);
    delete process.env['AGENT_FRAMES_MB'];
    const stopping = new Stopping(0);
    stopping.begin();
    own = new OwnInteractions(stopping, frames);
  });
  afterEach(() => own.onModuleDestroy());

  /** An interaction that runs until it is ended, or cancelled where it `heeds` that. */
  function running(heeds = true): { readonly run: InteractionRun; readonly end: () => Promise<void> } {
    const run = new InteractionRun(`run-${count++}`);
    const { promise, resolve } = Promise.withResolvers<void>();
    if (heeds) run.signal.addEventListener('abort', () => resolve());
    own.admit(run, { agent: 'agent', caller: 'ada' });
    own.begin(run, () => promise);
    const end = async () => {
      resolve();
      await new Promise((turn) => setImmediate(turn));
    };
    return { run, end };
  }

  const says = (run: InteractionRun, mib: number) => run.emit('answer', { generated_text: 'x'.repeat(mib * MIB) });

  it('is shared by all interactions, and a metric', async () => {
    const [one, other] = [running(), running()];
    await says(one.run, 1);
    await says(other.run, 2);
    expect(frames.usedBytes).toBe(one.run.buffer.sizeBytes + other.run.buffer.sizeBytes);
    expect((await metrics.text()).body).toContain(`lectern_agent_frames_bytes ${frames.usedBytes}`);
  });

  it('is that of interactions that have ended only while running ones do not need it', async () => {
    const ended = [running(), running()];
    for (const { run, end } of ended) {
      await says(run, 1);
      await end();
    }
    const kept = () => ended.map(({ run }) => own.get(run.id) !== undefined);
    const [one, other] = [running(), running()];
    await says(one.run, 3);
    await says(other.run, 2);
    expect(kept()).toEqual([true, true]);
    await says(running().run, 1);
    expect(kept()).toEqual([false, true]);
    expect(frames.usedBytes).toBeLessThan(8 * MIB);
    expect(one.run.signal.aborted).toBe(false);
  });

  it('is left by older frames that nobody reads, before an interaction ends for want of it', async () => {
    const runs = [running(), running(), running()].map(({ run }) => run);
    for (const run of runs) await says(run, 2);
    const [one] = runs;
    if (!one) throw new Error('No interaction');
    await says(one, 2);
    expect(one.signal.aborted).toBe(false);
    await expect(one.follow(0).next()).rejects.toThrow('no longer kept');
    expect(frames.usedBytes).toBe(runs.reduce((sum, { buffer }) => sum + buffer.sizeBytes, 0));
  });

  it('ends an interaction that needs more of it, with its reason, and refuses new ones until there is room', async () => {
    const [one, other] = [running(), running(false)];
    await says(one.run, 4);
    await says(other.run, 4);
    expect(one.run.signal.aborted).toBe(false);
    expect(other.run.signal.reason).toMatchObject({ message: expect.stringContaining('no memory for further frames') });
    expect(() => running()).toThrow('no memory for further frames');
    await other.end();
    expect(() => running()).not.toThrow();
  });
});
