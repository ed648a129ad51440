import { entryFile } from '@lectern/config';
import { AGENT_FILE_BYTES_MAX } from '@lectern/contracts/agents';
import { AppError, invalidRequest } from '@lectern/contracts/core';
import { StoppableThreads, StoppedError } from '@lectern/workers';
import type { DocumentParts, DocumentProblem } from './file-pieces';
import { type KeyClaim, passphraseKey, SALT_BYTES } from './passphrase-key';

/** CPU time to decrypt and read one file. */
const READ_MS_MAX = 5_000;
const MEMORY_MB = 256;
const WAITING_MAX = 64;

/** A file to open. */
export interface EncryptedFile {
  /** ASCII. */
  readonly token: string;
  /** 32 bytes. */
  readonly key: Uint8Array;
}

/** The document of a file in parts, or why there is none. */
export type OpenedFile = DocumentParts | DocumentProblem | { readonly isWrong: true };

let threads: StoppableThreads<EncryptedFile, OpenedFile> | undefined;

/**
 * Decrypts and reads a foreign file in a thread.
 *
 * @throws AppError `too_large`; `bad_request` for a wrong passphrase or a file that is damaged or none of an agent;
 *   `invalid_request` for another document than that of an agent; `rate_limited` when too many wait, `cancelled`
 */
export async function openedParts(file: Buffer, passphrase: string, claim: KeyClaim): Promise<DocumentParts> {
  if (file.length > AGENT_FILE_BYTES_MAX)
    throw new AppError('too_large', `The file is larger than ${AGENT_FILE_BYTES_MAX} bytes`);
  if (file.length <= SALT_BYTES) throw wrongFile();
  const key = await passphraseKey(passphrase, file.subarray(0, SALT_BYTES), claim);
  const opened = await openedBy({ token: file.toString('latin1', SALT_BYTES), key }, claim);
  if ('isWrong' in opened) throw wrongFile();
  if ('problem' in opened) throw refusedAt(opened);
  return opened;
}

/** At a place of the document, without what is there: it may be a secret. */
export function refusedAt({ loc, problem }: DocumentProblem): AppError {
  return invalidRequest([{ type: 'value_error', loc: ['body', 'file', ...loc], msg: `Value error, ${problem}` }]);
}

async function openedBy(file: EncryptedFile, { owner, signal }: KeyClaim): Promise<OpenedFile> {
  threads ??= new StoppableThreads({
    entry: entryFile(__dirname, 'imported-file.worker'),
    threads: 1,
    waitingMax: WAITING_MAX,
    memoryMb: MEMORY_MB,
    busy: 'Too many imports wait: try again later',
  });
  try {
    return await threads.run(file, { owner, cpuMsMax: READ_MS_MAX, ...(signal && { signal }) });
  } catch (error) {
    if (error instanceof StoppedError) return { loc: [], problem: 'it takes too long to read' };
    throw error;
  }
}

function wrongFile(): AppError {
  return new AppError('bad_request', 'The passphrase is wrong, or the file is damaged or not an export of an agent');
}
