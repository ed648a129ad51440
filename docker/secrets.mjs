// Makes the secrets that compose.yaml names, once: `node docker/secrets.mjs`. Existing ones stay as they are.
import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** Each has a password on NATS. */
const services = Object.keys(JSON.parse(readFileSync(join(import.meta.dirname, '../tools/services.json'), 'utf8')));

/** Begins with a letter: NATS reads what looks like a number as one. No sign needs escaping in a URL. */
const random = () => `k${randomBytes(24).toString('hex')}`;

/** @returns the names of the files that were made */
export function makeSecrets(folder) {
  // The folder keeps others out: containers see the files alone, as a user who does not own them.
  mkdirSync(folder, { recursive: true });
  // Not when making it, for it comes with a checkout.
  chmodSync(folder, 0o700);
  const made = [];
  const make = (name, content) => {
    const file = join(folder, name);
    if (!existsSync(file)) {
      writeFileSync(file, content(), { mode: 0o444 });
      made.push(name);
    }
    return readFileSync(file, 'utf8');
  };
  const names = ['bootstrap_token', 'secrets_key', 'qdrant_api_key', 's3_secret_access_key'];
  for (const name of [...names, ...services.map((service) => `nats_${service.replaceAll('-', '_')}_password`)])
    make(name, random);
  const password = make('postgres_password', random);
  make('database_url', () => `postgresql://lectern:${password}@postgres:5432/lectern`);
  return made;
}

if (process.argv[1] === import.meta.filename) {
  const made = makeSecrets(resolve(import.meta.dirname, 'secrets'));
  console.log(made.length > 0 ? `made ${made.join(', ')}` : 'nothing to make: all secrets are there');
}
