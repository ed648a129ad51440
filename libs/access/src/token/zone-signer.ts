import { Transactions } from '@lectern/database';
import { ZoneSigningKeyRepository } from './zone-signing-key.repository';
import { SecretEnvelope, storedSigner, TokenSigner } from '@lectern/secrets';
import type { FactoryProvider } from '@nestjs/common';

/** Signs with the key of the zone, which the first process to start makes. */
export const zoneSigner: FactoryProvider<TokenSigner> = {
  provide: TokenSigner,
  inject: [Transactions, ZoneSigningKeyRepository, SecretEnvelope],
  useFactory: (transactions: Transactions, keys: ZoneSigningKeyRepository, envelope: SecretEnvelope) =>
    transactions.run((tx) =>
      storedSigner({ list: () => keys.listLocked(tx), insert: (key) => keys.insert(key, tx) }, envelope),
    ),
};
