import { openZipArchive, UnpackError, type ZipArchive } from '@lectern/archives';
import { ExtractError, foreignReason } from './extract-error';
import type { InflateBudget } from './inflate-budget';

/** A ZIP archive in which every entry inflates to its declared size, and all of them to an allowed one. */
export type Archive = ZipArchive;

/**
 * Looks through the directory of a ZIP archive and inflates every entry once against the budget, because the sizes in
 * the directory can lie and libraries believe them.
 *
 * @throws ExtractError when all of it is damaged, or it unpacks to too much
 */
export async function guardArchive(bytes: Uint8Array, budget: InflateBudget): Promise<Archive> {
  try {
    return await openZipArchive(bytes, budget);
  } catch (error) {
    if (!(error instanceof UnpackError)) throw error;
    if (error.fault.kind === 'files') throw tooManyFiles(error.fault);
    const reason = error.fault.kind === 'damaged' ? error.fault.reason : error;
    const text = `The file is damaged or was not sent whole (${foreignReason(reason)}): send it again`;
    throw new ExtractError(text, 'ERROR', { cause: error });
  }
}

export function tooManyFiles({ filesMax }: { readonly filesMax: number }): ExtractError {
  return new ExtractError(`The archive holds more than ${filesMax} files, which is the limit`);
}
