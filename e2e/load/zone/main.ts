import { heading, line } from '../figures';
import { BenchZone } from './bench-zone';
import { benchFind } from './find.bench';
import { benchIngest } from './ingest.bench';
import { type LoadOptions, loadOptions } from './load-options';
import { benchMemory } from './memory.bench';
import { benchScale } from './scale.bench';

const benches: Readonly<Record<string, (options: LoadOptions) => Promise<void>>> = {
  'find-10k': (options) => benchFind(10_000, options),
  'find-100k': (options) => benchFind(100_000, options),
  'find-1m': (options) => benchFind(1_000_000, options),
  ingest: benchIngest,
  memory: benchMemory,
  scale: benchScale,
};

/**
 * All, or those that are named: `npm run bench:load -- ingest find-10k`. Figures are of this machine; compare ratios of
 * one run. On servers of one's own, which keep what they hold: `OPENSEARCH_TEST_URL`, `QDRANT_TEST_URL`.
 */
async function main(): Promise<void> {
  const options = loadOptions(process.argv.slice(2));
  const unknown = options.parts.filter((name) => !(name in benches));
  if (unknown.length > 0)
    throw new Error(`Unknown: ${unknown.join(', ')}. There are ${Object.keys(benches).join(', ')}.`);
  const missing = BenchZone.missing();
  if (missing) {
    heading('load on servers');
    return line('skipped', missing);
  }
  for (const [name, bench] of Object.entries(benches))
    if (options.parts.length === 0 || options.parts.includes(name)) await bench(options);
}

// Started processes are stopped when this process exits, which a signal alone does not do.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  process.exitCode = 1;
});
