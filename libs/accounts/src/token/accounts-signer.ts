import { lockName, Transactions } from '@lectern/database';
import { SecretEnvelope, storedSigner, TokenSigner } from '@lectern/secrets';
import type { FactoryProvider } from '@nestjs/common';
import { SigningKeyRepository } from './signing-key.repository';

/** Signs with the key of the accounts host, which the first process to start makes. */
export const accountsSigner: FactoryProvider<TokenSigner> = {
  provide: TokenSigner,
  inject: [Transactions, SigningKeyRepository, SecretEnvelope],
  useFactory: (transactions: Transactions, keys: SigningKeyRepository, envelope: SecretEnvelope) =>
    transactions.run(async (tx) => {
      await lockName(tx, 'first signing key');
      return storedSigner({ list: () => keys.list(tx), insert: (key) => keys.insert(key, tx) }, envelope);
    }),
};
