import { ExtractError, foreignReason } from './extract-error';
import type { Source } from './reader';

/** Password that Excel uses to encrypt a workbook that is only protected against changes. */
export const EXCELS_PASSWORD = 'VelvetSweatshop';

/**
 * A document, presentation or workbook of up to 2003 that is encrypted with RC4 or, by Excel, only hidden by XOR.
 *
 * @param standard password where none is given
 * @throws ExtractError when there is no password, or it does not open it
 */
export async function unlockedOffice({ bytes, password }: Source, standard?: string): Promise<Uint8Array> {
  const { decrypt } = await import('officecrypto-tool');
  const given = password ?? standard;
  const lacking = 'The document is encrypted and no password was given: send it again with its password';
  if (!given) throw new ExtractError(lacking);
  try {
    return new Uint8Array(await decrypt(Buffer.from(bytes), { password: given }));
  } catch (error) {
    const isWrong = /password/i.test(foreignReason(error));
    const text =
      password === undefined
        ? lacking
        : isWrong
          ? 'The document is encrypted and the password that was given does not open it'
          : 'The document is encrypted in a way that cannot be opened here: save it again without a password';
    throw new ExtractError(text, 'ERROR', { cause: error });
  }
}
