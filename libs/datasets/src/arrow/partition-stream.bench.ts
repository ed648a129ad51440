import { performance } from 'node:perf_hooks';
import { Readable } from 'node:stream';
import { partitionColumns } from './partition-columns';
import { fieldStream } from '../../fixtures/partitions';
import { checkedRows } from './partition-stream';

/** `node dist/libs/datasets/src/arrow/partition-stream.bench.js [megabytes]`: prints results without assertions. */
const megabytes = Number(process.argv[2] ?? 1_000);
const MIB = 1024 ** 2;
const rows = 4_000;

/** One stream with its record batch repeated until it has the size. */
function* streamOf(bytes: number): Generator<Buffer> {
  const text = 'The ferry to Amrum leaves at six. '.repeat(30);
  const whole = fieldStream(Array.from({ length: rows }, (_, i) => `${i} ${text}`));
  const schemaEnd = 8 + whole.readInt32LE(4);
  const [schema, batch, end] = [whole.subarray(0, schemaEnd), whole.subarray(schemaEnd, -8), whole.subarray(-8)];
  yield schema;
  for (let sent = 0; sent < bytes; sent += batch.length)
    for (let at = 0; at < batch.length; at += 64 * 1024) yield batch.subarray(at, at + 64 * 1024);
  yield end;
}

async function main(): Promise<void> {
  let peak = 0;
  const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 50);
  const startMs = performance.now();
  const cpuBefore = process.cpuUsage();
  const columns = partitionColumns.FIELD_STREAMING;
  const count = await checkedRows(Readable.from(streamOf(megabytes * MIB)), { owner: 'bench', columns });
  const seconds = (performance.now() - startMs) / 1_000;
  const { user, system } = process.cpuUsage(cpuBefore);
  const cpuSeconds = (user + system) / 1_000_000;
  clearInterval(watch);
  const speed = (megabytes / seconds).toFixed(0);
  process.stdout.write(`${megabytes} MiB, ${count} rows: ${seconds.toFixed(1)} s, ${speed} MiB/s, `);
  process.stdout.write(
    `${cpuSeconds.toFixed(1)} s of CPU, ${(megabytes / cpuSeconds).toFixed(0)} MiB per CPU second, `,
  );
  process.stdout.write(`at most ${(peak / MIB).toFixed(0)} MiB resident\n`);
  process.exit(0);
}

void main();
