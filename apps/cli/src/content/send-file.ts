import { createHash, type Hash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { uploadFile, uploadFileField } from '@lectern/contracts/knowledge-box';
import { lookup } from 'mime-types';
import type { UrlStorage } from 'tus-js-client';
import { type Api, RefusedError, UnreachableError } from '../api';
import { CommandError, exitCodes } from '../exit-code';
import { fileAt, type FoundFile } from './walk';

/** Larger files are sent in pieces, and continued where they broke off. */
const WHOLE_BYTES_MAX = 8 * 1024 ** 2;
const PIECE_BYTES = 8 * 1024 ** 2;
/** How long a server may be away, for a restart, say. */
const AWAY_MS_MAX = 120_000;
const RETRIES_MS = [0, 500, 1_000, 2_000, 5_000, 10_000, 10_000, 10_000, 20_000, 20_000, 20_000, 20_000];
/** How often a file is sent that changes while it is read. */
const ATTEMPTS = 3;

/** Field of a resource that takes the file. */
export const FILE_FIELD = 'file';

export interface Destination {
  readonly kbid: string;
  /** Slug of the resource; a new resource when absent. */
  readonly rslug?: string;
  /** Where the addresses of unfinished uploads are kept, to continue them; undefined keeps none. */
  readonly stateFolder?: string;
  readonly signal: AbortSignal;
  /** Called with the bytes that were sent since the last call. */
  readonly onBytes?: (bytes: number) => void;
}

/** A file that the server has. */
export interface SentFile {
  /** Id of the resource; undefined where the server does not say it. */
  readonly resource?: string;
  /** SHA-256 of the bytes that it has, in hex. */
  readonly sha256: string;
  /** What the file was like when these bytes were read. */
  readonly file: FoundFile;
  /** The knowledge box had these bytes already, as the file of another resource. */
  readonly wasThere: boolean;
}

/** The file kept changing while it was read. */
export class ChangingFileError extends CommandError {
  constructor(name: string) {
    super(`${JSON.stringify(name)} changes while it is read`, exitCodes.notAsItShouldBe);
  }
}

/** Sends a file, whole: what the server has in the end are bytes that the file had at one time. @throws CommandError */
export async function sendFile(api: Api, found: FoundFile, to: Destination): Promise<SentFile> {
  let file = found;
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const sent = await sendOnce(api, file, to);
    const now = { ...(await fileAt(file.path)), name: file.name };
    if (now.stamp === file.stamp) return { ...sent, file };
    file = now;
  }
  throw new ChangingFileError(found.name);
}

async function sendOnce(api: Api, file: FoundFile, to: Destination): Promise<Omit<SentFile, 'file'>> {
  if (file.sizeBytes <= WHOLE_BYTES_MAX) {
    const content = await readFile(file.path, { signal: to.signal });
    const answer = await whileAway(to.signal, () => sendWhole(api, { file, content }, to));
    to.onBytes?.(content.length);
    return { ...answer, sha256: createHash('sha256').update(content).digest('hex') };
  }
  const [sha256, md5] = await hashesOf(file.path, ['sha256', 'md5'], to.signal);
  const answer = await sendInPieces(api, { file, sha256: sha256 ?? '', md5: md5 ?? '' }, to);
  return { ...answer, sha256: sha256 ?? '' };
}

async function sendWhole(
  api: Api,
  { file, content }: { readonly file: FoundFile; readonly content: Buffer },
  { kbid, rslug }: Destination,
): Promise<Pick<SentFile, 'resource' | 'wasThere'>> {
  const headers = { 'x-filename': base64(basename(file.name)), 'content-type': mediaTypeOf(file.name) };
  try {
    const { uuid } =
      rslug === undefined
        ? await api.upload(uploadFile, content, { params: { kbid }, headers })
        : await api.upload(uploadFileField, content, {
            params: { kbid, rslug, field_id: FILE_FIELD },
            headers: { ...headers, 'tus-override-upload': '1' },
          });
    return { resource: uuid, wasThere: false };
  } catch (error) {
    if (rslug === undefined && error instanceof RefusedError && error.status === 409) return { wasThere: true };
    throw error;
  }
}

async function sendInPieces(
  api: Api,
  { file, sha256, md5 }: { readonly file: FoundFile; readonly sha256: string; readonly md5: string },
  { kbid, rslug, stateFolder, signal, onBytes }: Destination,
): Promise<Pick<SentFile, 'resource' | 'wasThere'>> {
  const { Upload, DetailedError, ...others } = await import('tus-js-client');
  // In Node the package has it; its types are those for browsers.
  const { FileUrlStorage } = others as unknown as { readonly FileUrlStorage: new (file: string) => UrlStorage };
  const target = rslug === undefined ? '' : `/slug/${rslug}/file/${FILE_FIELD}`;
  const urls = stateFolder === undefined ? undefined : await storageFile(stateFolder);
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    let resource: string | undefined;
    const stop = () => void upload.abort().then(() => reject(signal.reason), reject);
    const end = (settle: () => void) => {
      signal.removeEventListener('abort', stop);
      settle();
    };
    const upload = new Upload(createReadStream(file.path), {
      endpoint: `${api.origin}/api/v1/kb/${kbid}${target}/tusupload`,
      metadata: { filename: basename(file.name), content_type: mediaTypeOf(file.name), ...(!rslug && { md5 }) },
      headers: rslug === undefined ? {} : { 'tus-override-upload': '1' },
      chunkSize: PIECE_BYTES,
      retryDelays: RETRIES_MS,
      ...(urls !== undefined && { urlStorage: new FileUrlStorage(urls) }),
      fingerprint: async () => `${api.origin}${kbid}${target}-${sha256}`,
      storeFingerprintForResuming: urls !== undefined,
      removeFingerprintOnSuccess: true,
      onBeforeRequest: async (request) => {
        for (const [name, value] of Object.entries(await api.credential())) request.setHeader(name, value);
      },
      onAfterResponse: (_, response) => {
        resource = response.getHeader('kbdb-resource') ?? resource;
      },
      onChunkComplete: (bytes) => onBytes?.(bytes),
      onSuccess: () => end(() => resolve({ resource, wasThere: false })),
      onError: (error) =>
        end(() => {
          const status = error instanceof DetailedError ? error.originalResponse?.getStatus() : undefined;
          if (status === 409 && rslug === undefined) return resolve({ wasThere: true });
          return reject(refusalOf(file.name, error, status));
        }),
    });
    signal.addEventListener('abort', stop, { once: true });
    void upload.findPreviousUploads().then(([previous]) => {
      if (signal.aborted) return;
      if (previous) upload.resumeFromPreviousUpload(previous);
      upload.start();
    }, reject);
  });
}

function refusalOf(name: string, error: Error, status: number | undefined): CommandError {
  const message = `${JSON.stringify(name)} could not be sent: ${error.message.slice(0, 500)}`;
  return status === undefined || status >= 500
    ? new UnreachableError(message)
    : new RefusedError(message, status, null);
}

async function storageFile(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, 'uploads.json');
  if (!existsSync(file)) await writeFile(file, '{}', { mode: 0o600, flag: 'a' });
  return file;
}

/** Repeats what failed because the server is away or busy. */
export async function whileAway<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  const startedMs = performance.now();
  for (let pauseMs = 250; ; pauseMs = Math.min(pauseMs * 2, 10_000)) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof UnreachableError) || performance.now() - startedMs > AWAY_MS_MAX) throw error;
      await sleep(pauseMs, undefined, { signal });
    }
  }
}

/** Hashes of a file in hex, read once. */
export async function hashesOf(
  path: string,
  algorithms: readonly string[],
  signal: AbortSignal,
): Promise<readonly string[]> {
  const hashes: readonly Hash[] = algorithms.map((algorithm) => createHash(algorithm));
  for await (const piece of createReadStream(path, { signal, highWaterMark: 1024 ** 2 }))
    for (const hash of hashes) hash.update(piece);
  return hashes.map((hash) => hash.digest('hex'));
}

/** From the extension; the server looks at the content where it says nothing. */
export function mediaTypeOf(name: string): string {
  return lookup(name) || 'application/octet-stream';
}

function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}

/** Whether there is a file or a folder. */
export async function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
