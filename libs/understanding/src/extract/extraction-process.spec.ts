import { ExtractionProcess } from './extraction-process';
import { defaultLimits } from './limits';
import type { FileJob } from './worker-messages';

const job: FileJob = {
  type: 'file',
  content: { bytes: new TextEncoder().encode('<p>x') },
  filename: 'x.html',
  limits: defaultLimits,
};

describe('ExtractionProcess', () => {
  it('tells a crash from an answer, and is gone then', async () => {
    const child = new ExtractionProcess({ timeoutMs: 10_000, memoryMb: 256 });
    expect(await child.run(job)).toMatchObject({ document: { text: 'x', mediaType: 'text/html' } });
    const crashed = child.run(job);
    child.kill('crash');
    expect(await crashed).toBe('crash');
    expect(child.alive).toBe(false);
  });

  it('reads no files but those that wait for it', async () => {
    const child = new ExtractionProcess({ timeoutMs: 10_000, memoryMb: 256 });
    const answer = await child.run({ ...job, content: { path: '/etc/hosts' } });
    expect(answer).toMatchObject({ problem: { body: expect.stringContaining('restricted') } });
    child.kill('cancelled');
  });
});
