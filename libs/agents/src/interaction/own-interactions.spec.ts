import { Metrics, Stopping } from '@lectern/runtime';
import { FrameMemory } from './frame-memory';
import { InteractionRun } from './interaction-run';
import { OwnInteractions } from './own-interactions';

describe('interactions of a process', () => {
  let own: OwnInteractions;
  let stopping: Stopping;
  let count = 0;
  beforeEach(() => {
    stopping = new Stopping(0);
    own = new OwnInteractions(stopping, new FrameMemory(new Metrics()));
  });
  afterEach(async () => {
    stopping.begin();
    await own.onModuleDestroy();
  });

  /** One that runs until it is cancelled, or until `end`. */
  function running(agent = 'a', caller = 'ada') {
    const run = new InteractionRun(`run-${(count += 1)}`);
    const release = own.admit(run, { agent, caller });
    const { promise, resolve } = Promise.withResolvers<void>();
    run.signal.addEventListener('abort', () => resolve());
    own.begin(run, () => promise);
    return { run, release, end: resolve };
  }
  const settled = () => new Promise((resolve) => setImmediate(resolve));

  it('are known by their ids, also after their end', async () => {
    const { run, end } = running();
    expect(own.get(run.id)).toBe(run);
    end();
    await settled();
    expect(run.buffer.ended).toBe(true);
    expect(own.get(run.id)).toBe(run);
    expect(own.get('other')).toBeUndefined();
  });

  it('are forgotten when they do not begin', () => {
    const run = new InteractionRun('never');
    const release = own.admit(run, { agent: 'a', caller: 'ada' });
    expect(own.has('a')).toBe(true);
    release();
    expect(own.get('never')).toBeUndefined();
    expect(own.has('a')).toBe(false);
  });

  it('of one caller on one agent are 100 at most, until one ends', async () => {
    const all = Array.from({ length: 100 }, () => running());
    const tooMany = { code: 'rate_limited', message: 'The caller has 100 interactions that run' };
    expect(() => running()).toThrow(expect.objectContaining(tooMany));
    running('b');
    running('a', 'bob');
    all[0]?.end();
    await settled();
    running();
    expect(() => running()).toThrow(expect.objectContaining(tooMany));
  });

  it('of one agent are 250 at most, for all callers together', () => {
    for (let i = 0; i < 250; i++) running('a', `caller-${i}`);
    expect(() => running('a', 'one-more')).toThrow('The agent has 250 interactions that run');
    running('b', 'one-more');
  });

  it('are 1,000 at most', () => {
    for (let i = 0; i < 1_000; i++) running(`agent-${i % 10}`, `caller-${i}`);
    expect(() => running('other')).toThrow('This server has 1000 interactions that run');
  });

  it('of a deleted agent end with the reason, and are forgotten; others run', () => {
    const [of, other] = [running('a'), running('b')];
    own.endOf('a');
    expect(of.run.signal.reason).toMatchObject({ message: 'The agent was deleted' });
    expect(own.has('a')).toBe(false);
    expect(other.run.signal.aborted).toBe(false);
  });

  it('end with the reason when the process stops, which takes no more', async () => {
    const { run } = running();
    stopping.begin();
    await own.onModuleDestroy();
    expect(run.signal.reason).toMatchObject({ message: 'The server is stopping. Please, try again.' });
    expect(run.buffer.ended).toBe(true);
    expect(() => running()).toThrow(expect.objectContaining({ code: 'unavailable' }));
  });
});
