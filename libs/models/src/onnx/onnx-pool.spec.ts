import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { catalogue } from '../store/catalogue';
import { OnnxPool, poolLimits } from './onnx-pool';

/** A worker that returns the length of each text, waits for texts named "wait", and crashes on texts named "die". */
const workerText = `
const { parentPort, workerData } = require('node:worker_threads');
const { existsSync, writeFileSync } = require('node:fs');
const cancelled = new Set();
parentPort.on('message', async (message) => {
  if (message.kind === 'close') return parentPort.close();
  if (message.kind === 'cancel') return cancelled.add(message.id);
  if (message.texts.includes('die')) process.exit(1);
  const once = workerData.folder + '/died';
  if (message.texts.includes('die once') && !existsSync(once)) { writeFileSync(once, ''); process.exit(1); }
  if (message.texts.includes('fail')) return parentPort.postMessage({ kind: 'failed', id: message.id, message: 'no such operator' });
  if (message.texts.includes('wait')) await new Promise((resolve) => setTimeout(resolve, 10));
  if (cancelled.has(message.id)) return;
  const values = Float32Array.from(message.texts, (text) => text.length).buffer;
  parentPort.postMessage({ kind: 'done', id: message.id, values }, [values]);
});
`;
const [manifest] = catalogue;
if (!manifest) throw new Error('the catalogue is empty');

describe('OnnxPool', () => {
  let folder: string;
  let pool: OnnxPool;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pool-'));
    const entry = join(folder, 'worker.cjs');
    await writeFile(entry, workerText);
    pool = new OnnxPool({ setup: { folder, manifest, threads: 1 }, workers: 2, entry });
  });
  afterEach(async () => {
    await pool.close();
    await rm(folder, { recursive: true });
  });

  const lengths = async (texts: readonly string[], purpose: 'query' | 'passage' = 'passage') =>
    (await pool.run({ texts, purpose })).map(([length]) => length);

  it('gives values in the order of the texts, whichever worker ran them', async () => {
    const texts = Array.from({ length: 200 }, (_, index) => 'x'.repeat(index % 37));
    await expect(lengths(texts)).resolves.toEqual(texts.map(({ length }) => length));
  });

  it('runs a job again when its worker died, and leaves others alone', async () => {
    const jobs = [lengths(['die once', 'ab']), lengths(['abc']), lengths(['abcd'], 'query')];
    await expect(Promise.all(jobs)).resolves.toEqual([[8, 2], [3], [4]]);
  });

  it('gives up on a job that workers die of, and goes on with the rest', async () => {
    await expect(lengths(['die'])).rejects.toMatchObject({ code: 'unavailable' });
    await expect(lengths(['abc'])).resolves.toEqual([3]);
  });

  it('says what a model cannot do', async () => {
    await expect(lengths(['fail'])).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('no such operator'),
    });
  });

  it('refuses work beyond its queue, and takes it again when there is room', async () => {
    const many = Array<string>(poolLimits.passagesMax).fill('wait');
    const running = lengths(many);
    await expect(lengths(['a'])).rejects.toMatchObject({ code: 'rate_limited' });
    await expect(lengths(['a'], 'query')).resolves.toEqual([1]);
    await running;
    await expect(lengths(['a'])).resolves.toEqual([1]);
  });

  it('lets a small call overtake a large one, which still gets its turns', async () => {
    const ended: string[] = [];
    const ends = (name: string, run: Promise<unknown>) => run.then(() => ended.push(name));
    const large = ends('large', lengths(Array<string>(20 * poolLimits.textsPerPiece).fill('wait')));
    const small = Array.from({ length: 40 }, (_, i) => ends(`small ${i}`, lengths(['wait'])));
    await Promise.all([large, ...small]);
    expect(ended.indexOf('small 0')).toBeLessThan(4);
    expect(ended.indexOf('large')).toBeGreaterThan(20);
  });

  it('forgets what a caller no longer wants', async () => {
    const controller = new AbortController();
    const running = pool.run({ texts: Array<string>(100).fill('wait'), purpose: 'passage', signal: controller.signal });
    controller.abort();
    await expect(running).rejects.toMatchObject({ code: 'cancelled' });
    await expect(lengths(['abc'])).resolves.toEqual([3]);
  });

  it('fails what waits when it is closed, and takes nothing more', async () => {
    const running = lengths(['wait']);
    const closing = pool.close();
    await expect(running).rejects.toMatchObject({ code: 'unavailable' });
    await closing;
    await expect(lengths(['a'])).rejects.toMatchObject({ code: 'unavailable' });
  });
});
