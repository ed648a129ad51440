import { lockName, Transactions } from '@lectern/database';
import { newSigningKey, SecretEnvelope, TokenSigner } from '@lectern/secrets';
import type { FactoryProvider } from '@nestjs/common';
import { SigningKeyRepository } from './signing-key.repository';

/** Signs with the key of the accounts host, which the first process to start makes. */
export const accountsSigner: FactoryProvider<TokenSigner> = {
  provide: TokenSigner,
  inject: [Transactions, SigningKeyRepository, SecretEnvelope],
  useFactory: async (transactions: Transactions, keys: SigningKeyRepository, envelope: SecretEnvelope) => {
    const rows = await transactions.run(async (tx) => {
      await lockName(tx, 'first signing key');
      const found = await keys.list(tx);
      if (found.length > 0) return found;
      const made = { ...(await newSigningKey(envelope)), created: new Date() };
      await keys.insert(made, tx);
      return [made];
    });
    return TokenSigner.open(rows, envelope);
  },
};
