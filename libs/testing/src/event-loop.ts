import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';

/** The longest turn of the event loop, in ms, without CPU time taken by other programs and threads. */
export async function longestBlockMs(work: () => Promise<unknown>): Promise<number> {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  let before = process.threadCpuUsage();
  let busiestMs = 0;
  const watch = setInterval(() => {
    const { user, system } = process.threadCpuUsage(before);
    busiestMs = Math.max(busiestMs, (user + system) / 1e3);
    before = process.threadCpuUsage();
  }, 1);
  await sleep(20);
  await work();
  await sleep(20);
  clearInterval(watch);
  delay.disable();
  return Math.min(busiestMs, delay.max / 1e6);
}
