import type { TlsMode } from '../dsn';
import { connectionError } from './connection-errors';

/**
 * Opens a session, encrypted unless the mode forbids it; with `prefer` also without, where the server has no TLS.
 *
 * @param open gets whether it is encrypted
 * @throws AppError `unavailable`
 */
export async function withTls<S>(
  mode: TlsMode,
  open: (isEncrypted: boolean) => Promise<S>,
  hasNoTls: (error: unknown) => boolean,
): Promise<S> {
  const failed = (error: unknown): never => {
    throw connectionError(error);
  };
  try {
    return await open(mode !== 'disable');
  } catch (error) {
    return mode === 'prefer' && hasNoTls(error) ? open(false).catch(failed) : failed(error);
  }
}
