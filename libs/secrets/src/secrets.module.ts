import { join } from 'node:path';
import { dataDir, readConfig } from '@lectern/config';
import { Module } from '@nestjs/common';
import { readOrCreateKeyFile } from './key-file';
import { masterKeysOf } from './master-key';
import { SecretEnvelope } from './secret-envelope';
import { secretsConfig } from './secrets.config';

const KEY_FILE = 'secrets-key';

async function configuredEnvelope(): Promise<SecretEnvelope> {
  const { SECRETS_KEY } = readConfig(secretsConfig);
  return new SecretEnvelope(masterKeysOf(SECRETS_KEY ?? (await readOrCreateKeyFile(join(dataDir(), KEY_FILE)))));
}

/** Provides `SecretEnvelope` with the configured master keys. */
@Module({
  providers: [{ provide: SecretEnvelope, useFactory: configuredEnvelope }],
  exports: [SecretEnvelope],
})
export class SecretsModule {}
