import { Transactions } from '@lectern/database';
import { SigningKeyRepository } from '@lectern/knowledge-box-rows';
import { newSigningKey, SecretEnvelope, TokenSigner } from '@lectern/secrets';
import type { FactoryProvider } from '@nestjs/common';

/** Signs with the key of the zone, which the first process to start makes. */
export const zoneSigner: FactoryProvider<TokenSigner> = {
  provide: TokenSigner,
  inject: [Transactions, SigningKeyRepository, SecretEnvelope],
  useFactory: async (transactions: Transactions, keys: SigningKeyRepository, envelope: SecretEnvelope) => {
    const rows = await transactions.run(async (tx) => {
      const found = await keys.listLocked(tx);
      if (found.length > 0) return found;
      const made = { ...(await newSigningKey(envelope)), created: new Date() };
      await keys.insert(made, tx);
      return [made];
    });
    return TokenSigner.open(rows, envelope);
  },
};
