import { createWriteStream } from 'node:fs';
import { type FileHandle, open, rename, rm, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  downloadExport,
  getExportStatus,
  getImportStatus,
  startExport,
  startImport,
} from '@lectern/contracts/knowledge-box';
import { reasonOf, UnreachableError } from '../api';
import { explainedAtStop } from '../at-stop';
import type { Command, CommandContext } from '../command';
import { CommandError, exitCodes, UsageError } from '../exit-code';
import { counted } from '../progress-line';
import { boxOption, chosenBox, jsonOption } from './chosen-box';

const POLL_MS = 200;
const POLL_MS_MAX = 2_000;

export const exportBox: Command = {
  name: 'export',
  summary: 'save a whole knowledge box in one file',
  details: ['The file has resources, files, vectors and settings of searches; "import" reads it into another box.'],
  arguments: [{ value: 'FILE', doc: 'where to; it must not exist' }],
  options: { ...boxOption, ...jsonOption, force: { doc: 'replace the file', short: 'f' } },
  run: async (context) => {
    const { argument: file, options, api, print } = context;
    if (!options['force'] && (await isThere(file)))
      throw new UsageError(`${file} exists: use another name, or --force`);
    const kbid = await chosenBox(context);
    const { export_id } = await api().call(startExport, { params: { kbid } });
    const params = { kbid, export_id };
    const { total, sizeBytes } = await explainedAtStop(
      context,
      () => `${file} is not saved.`,
      async () => {
        const done = await finished(context, () => api().call(getExportStatus, { params }), 'exported');
        return { total: done.total, sizeBytes: await download(context, params, file) };
      },
    );
    const line = `${file}: ${counted(total, 'resource')}, ${counted(sizeBytes, 'byte')}`;
    print(options['json'] ? JSON.stringify({ file, resources: total, size_bytes: sizeBytes }) : line);
    return exitCodes.done;
  },
};

export const importBox: Command = {
  name: 'import',
  summary: 'read the file of an export into a knowledge box',
  details: ['Resources of the same id are replaced, others stay. What was left out is said on standard error.'],
  arguments: [{ value: 'FILE', doc: 'an export' }],
  options: { ...boxOption, ...jsonOption },
  run: async (context) => {
    const { argument: file, options, api, print, progress } = context;
    const handle = await open(file).catch((error: unknown) => {
      throw new UsageError(`${file} cannot be read: ${reasonOf(error)}`);
    });
    const kbid = await chosenBox(context);
    progress.show(`Sending ${file}`);
    const { import_id } = await explainedAtStop(
      context,
      () => 'nothing is imported.',
      () => send(context, kbid, handle),
    );
    const params = { kbid, import_id };
    const done = await explainedAtStop(
      context,
      () => 'the server has the file, and continues to import it.',
      () => finished(context, () => api().call(getImportStatus, { params }), 'imported'),
    );
    for (const note of done.notes ?? []) progress.note(JSON.stringify(note));
    const line = `${counted(done.processed, 'resource')} imported`;
    print(options['json'] ? JSON.stringify({ resources: done.processed, notes: done.notes ?? [] }) : line);
    return exitCodes.done;
  },
};

async function send(
  { api }: CommandContext,
  kbid: string,
  handle: FileHandle,
): Promise<{ readonly import_id: string }> {
  const file = handle.createReadStream();
  try {
    // The types of streams of Node and of the web differ in members that nobody uses here.
    const content = Readable.toWeb(file) as ReadableStream<Uint8Array>;
    return await api().upload(startImport, content, { params: { kbid } });
  } finally {
    // A request that was interrupted or refused would read it to its end.
    file.destroy();
  }
}

interface Progress {
  readonly status: string;
  readonly total: number;
  readonly processed: number;
  readonly error?: string | null;
  readonly notes?: readonly unknown[];
}

async function finished<P extends Progress>(
  { progress, signal }: CommandContext,
  read: () => Promise<P>,
  what: string,
): Promise<P> {
  for (let pollMs = POLL_MS; ; pollMs = Math.min(pollMs * 1.5, POLL_MS_MAX)) {
    const now = await read();
    if (now.status === 'finished') return now;
    if (now.status === 'errored')
      throw new CommandError(`It failed: ${now.error ?? 'the server says no reason'}`, exitCodes.notAsItShouldBe);
    progress.show(`${now.processed} of ${counted(now.total, 'resource')} ${what}`);
    await sleep(pollMs, undefined, { signal });
  }
}

/** Whole under its name, or not there. @returns the size */
async function download(
  { api, signal, progress }: CommandContext,
  params: { readonly kbid: string; readonly export_id: string },
  file: string,
): Promise<number> {
  const draft = `${file}.part`;
  try {
    progress.show(`Saving ${file}`);
    const content = await api().pieces(downloadExport, { params });
    await pipeline(content, createWriteStream(draft), { signal });
    await rename(draft, file);
    return (await stat(file)).size;
  } catch (error) {
    if (signal.aborted || error instanceof CommandError) throw error;
    throw new UnreachableError(`${file} could not be saved: ${reasonOf(error)}`);
  } finally {
    await rm(draft, { force: true });
  }
}

async function isThere(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  );
}
