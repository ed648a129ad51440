import { masterKeyOf, randomSecret } from './master-key';
import { SecretEnvelope } from './secret-envelope';
import { type SigningKeys, storedSigner } from './stored-signer';
import type { SigningKeyRow } from './token-signer';

const envelope = new SecretEnvelope([masterKeyOf(randomSecret())]);
const expected = { type: 'test+jwt', issuer: 'here', leewayS: 0 };

function inMemory(): SigningKeys & { readonly rows: SigningKeyRow[] } {
  const rows: SigningKeyRow[] = [];
  return { rows, list: async () => rows, insert: async (row) => void rows.unshift(row) };
}

describe('the signer of a service', () => {
  it('makes its key once, and verifies what it signed before a restart', async () => {
    const keys = inMemory();
    const before = await storedSigner(keys, envelope);
    const exp = Math.ceil(Date.now() / 1_000) + 60;
    const token = await before.sign({ iss: 'here', sub: 'a', exp }, 'test+jwt');
    const after = await storedSigner(keys, envelope);
    expect(keys.rows).toHaveLength(1);
    expect(await after.verify(token, expected)).toMatchObject({ sub: 'a' });
  });

  it('cannot be opened with another master key', async () => {
    const keys = inMemory();
    await storedSigner(keys, envelope);
    await expect(storedSigner(keys, new SecretEnvelope([masterKeyOf(randomSecret())]))).rejects.toThrow();
  });
});
