import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { GCProfiler, getHeapStatistics } from 'node:v8';
import { isMainThread } from 'node:worker_threads';
import { projectRoot } from './process';

/** Where a program that loads this file says how much it has allocated. */
const SOCKET = 'ALLOCATIONS_SOCKET';
/** This file as a program can load it; tests run it as it was written. */
const compiled = join(projectRoot, 'dist/e2e/harness/heap-allocations.js');

/** Environment of a program that counts what it allocates, and says so at this socket. */
export function countingAllocations(socket: string): Readonly<Record<string, string>> {
  return { [SOCKET]: socket, NODE_OPTIONS: `--require=${compiled}` };
}

/** Bytes that the main thread of a program has allocated in V8's heap so far, without buffers, which lie outside. */
export async function allocatedBytesAt(socket: string): Promise<number> {
  const connection = connect(socket);
  await once(connection, 'connect');
  return Number(await text(connection));
}

const socket = process.env[SOCKET];
if (socket !== undefined && isMainThread) {
  // Not for the processes that it starts.
  delete process.env[SOCKET];
  delete process.env['NODE_OPTIONS'];
  tellAllocations(socket);
}

/** The heap grows by what is allocated, and shrinks by what a collection frees: its size around each tells both. */
function tellAllocations(at: string): void {
  let [allocated, kept] = [0, getHeapStatistics().used_heap_size];
  let profiler = started();
  const look = (): number => {
    for (const { beforeGC, afterGC } of profiler.stop()?.statistics ?? []) {
      allocated += beforeGC.heapStatistics.usedHeapSize - kept;
      kept = afterGC.heapStatistics.usedHeapSize;
    }
    profiler = started();
    return allocated + getHeapStatistics().used_heap_size - kept;
  };
  createServer((connection) => connection.end(String(look())))
    .listen(at)
    .unref();
}

function started(): GCProfiler {
  const profiler = new GCProfiler();
  profiler.start();
  return profiler;
}
