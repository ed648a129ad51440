import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { RunGate } from './run-gate';

/** Enters the gate immediately, stays inside for the given time, and reports when it leaves. */
const stayInside = `
const { parentPort, workerData } = require('node:worker_threads');
const flags = new Int32Array(workerData.shared);
Atomics.store(flags, 0, 1);
parentPort.postMessage('inside');
setTimeout(() => { Atomics.add(workerData.left, 0, 1); Atomics.store(flags, 0, 0); Atomics.notify(flags, 0); }, 2_500);
`;

describe('RunGate', () => {
  it('closes when what runs in the workers has ended, however long that takes on a busy machine', async () => {
    const gates = [new RunGate(), new RunGate()];
    const left = new Int32Array(new SharedArrayBuffer(4));
    const workers = gates.map(({ shared }) => {
      return new Worker(stayInside, { eval: true, workerData: { shared, left } });
    });
    await Promise.all(workers.map((worker) => once(worker, 'message')));
    RunGate.closeAll(gates);
    expect(Atomics.load(left, 0)).toBe(2);
    await Promise.all(workers.map((worker) => worker.terminate()));
  });

  it('lets nothing in once it is closed', async () => {
    const gate = new RunGate();
    RunGate.closeAll([gate]);
    let ran = false;
    void gate.run(async () => (ran = true));
    await sleep(10);
    expect(ran).toBe(false);
    RunGate.closeAll([gate]);
  });

  it('gives what was run, and lets the next one in after a failure', async () => {
    const gate = new RunGate();
    await expect(gate.run(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    await expect(gate.run(async () => 5)).resolves.toBe(5);
  });
});
