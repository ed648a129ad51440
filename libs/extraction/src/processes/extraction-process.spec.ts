import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ProcessingValue } from '@lectern/contracts/understanding';
import { defaultLimits } from '../extract/limits';
import { ExtractionProcess, type JobClient } from './extraction-process';
import { SPOOL_PREFIX } from './spool';
import { type ExtractJob, type FileJob, VALUES_ON_WAY_MAX } from './worker-messages';

const limits = { timeoutMs: 10_000, memoryMb: 256 };
const text = (body: string): ExtractJob => ({
  type: 'text',
  body,
  format: 'PLAIN',
  limits: defaultLimits,
  understand: {},
});

describe('ExtractionProcess', () => {
  let folder: string;
  let values: ProcessingValue[];
  const client: JobClient = {
    take: async (value) => void values.push(value),
    recognize: async () => ({ reason: 'nothing can read it' }),
    hear: async () => ({ reason: 'nothing can hear it' }),
  };
  const file = (path: string): FileJob => ({
    type: 'file',
    path,
    filename: 'x.html',
    recognizes: false,
    hears: false,
    limits: defaultLimits,
    understand: {},
  });
  const children: ExtractionProcess[] = [];
  const processOf = (timeoutMs = limits.timeoutMs) => {
    const child = new ExtractionProcess({ ...limits, timeoutMs });
    children.push(child);
    return child;
  };

  beforeAll(async () => {
    folder = await mkdtemp(SPOOL_PREFIX);
    await writeFile(join(folder, 'page'), '<p>x');
  });
  beforeEach(() => (values = []));
  afterEach(() => children.splice(0).forEach((child) => child.kill('cancelled')));
  afterAll(() => rm(folder, { recursive: true }));

  it('tells a crash from an answer, and is gone then', async () => {
    const child = processOf();
    expect(await child.run(file(join(folder, 'page')), client)).toEqual({});
    expect(values).toMatchObject([
      { text: 'x' },
      { paragraphs: [{ key: '0-1' }] },
      { field: { mimeType: 'text/html' } },
    ]);
    const crashed = child.run(text('x'), client);
    child.kill('crash');
    expect(await crashed).toBe('crash');
    expect(child.alive).toBe(false);
  });

  it('reads no files but those that wait for it', async () => {
    const end = await processOf().run(file('/etc/hosts'), client);
    expect(end).toMatchObject({ problem: { body: expect.stringContaining('restricted') } });
  });

  it('waits with further values until those before are taken, however long that takes', async () => {
    const timeoutMs = 4_000;
    const child = processOf(timeoutMs);
    const pending: (() => void)[] = [];
    const slow = { ...client, take: () => new Promise<void>((taken) => pending.push(taken)) };
    const ended = child.run(text('word '.repeat(1_000_000)), slow);
    while (pending.length < VALUES_ON_WAY_MAX) await sleep(50);
    await sleep(timeoutMs + 500);
    expect(pending).toHaveLength(VALUES_ON_WAY_MAX);
    const timer = setInterval(() => pending.splice(0).forEach((taken) => taken()), 5);
    expect(await ended).toEqual({});
    clearInterval(timer);
  });

  it('ends with the failure of its consumer', async () => {
    const child = processOf();
    const take = async () => {
      await sleep(200); // The job has ended by then.
      throw new Error('no room');
    };
    await expect(child.run(text('x'), { ...client, take })).rejects.toThrow('no room');
  });
});
