import type { SecretEnvelope } from './secret-envelope';
import { newSigningKey, type SigningKeyRow, TokenSigner } from './token-signer';

/** The signing keys of a service; a lock lets only one process at a time create the first key. */
export interface SigningKeys {
  /** Newest first. */
  list(): Promise<readonly SigningKeyRow[]>;
  insert(key: SigningKeyRow & { readonly created: Date }): Promise<void>;
}

/**
 * Signs with the newest stored key; creates and stores a key if there is none.
 *
 * @throws Error when the private key cannot be opened
 */
export async function storedSigner(keys: SigningKeys, envelope: SecretEnvelope): Promise<TokenSigner> {
  const stored = await keys.list();
  if (stored.length > 0) return TokenSigner.open(stored, envelope);
  const made = await newSigningKey(envelope);
  await keys.insert({ ...made, created: new Date() });
  return TokenSigner.open([made], envelope);
}
