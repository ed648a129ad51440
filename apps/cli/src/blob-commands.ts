import { type BlobSweepPage, sweepBlobs } from '@lectern/contracts/knowledge-box';
import type { Command } from './command';
import { exitCodes } from './exit-code';
import { counted } from './progress-line';

interface Sum {
  count: number;
  sizeBytes: number;
}

export const sweepUnnamedBlobs: Command = {
  name: 'blobs sweep',
  summary: 'remove files that no row names and that are older than a day',
  details: [
    'Counts them by kind. The server looks again ten minutes later, and removes files still not named. It does the',
    'same by itself once a day.',
  ],
  options: {
    'dry-run': { doc: 'only count them' },
    json: { doc: 'write the result as JSON, one object a line' },
  },
  run: async ({ api, options, print, progress }) => {
    const isDry = options['dry-run'] === true;
    const sums = new Map<string, Sum>();
    let examined = 0;
    for (let cursor: string | null | undefined; cursor !== null;) {
      const page: BlobSweepPage = await api().call(sweepBlobs, { body: { dry_run: isDry, cursor } });
      examined += page.examined;
      add(sums, page);
      progress.show(`${counted(examined, 'file')} examined`);
      cursor = page.cursor;
    }
    progress.end();
    for (const [kind, { count, sizeBytes }] of [...sums].sort(([a], [b]) => (a < b ? -1 : 1)))
      print(
        options['json']
          ? JSON.stringify({ kind, count, size_bytes: sizeBytes })
          : `${kind}: ${counted(count, 'file')}, ${counted(sizeBytes, 'byte')}`,
      );
    if (!options['json']) print(total({ examined, sums, isDry }));
    return exitCodes.done;
  },
};

function add(sums: Map<string, Sum>, { unnamed }: BlobSweepPage): void {
  for (const { kind, count, size_bytes: sizeBytes } of unnamed) {
    const sum = sums.get(kind) ?? { count: 0, sizeBytes: 0 };
    sums.set(kind, { count: sum.count + count, sizeBytes: sum.sizeBytes + sizeBytes });
  }
}

function total({
  examined,
  sums,
  isDry,
}: {
  readonly examined: number;
  readonly sums: ReadonlyMap<string, Sum>;
  readonly isDry: boolean;
}): string {
  const unnamed = [...sums.values()].reduce((sum, { count }) => sum + count, 0);
  const found = `${counted(examined, 'file')} examined: ${counted(unnamed, 'file')} that nothing names`;
  return isDry || unnamed === 0 ? found : `${found}, removed in ten minutes`;
}
