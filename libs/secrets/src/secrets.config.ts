import { configSlice, optionalText } from '@lectern/config';
import { SECRET_CHARS_MIN } from './master-key';

export const secretsConfig = configSlice('secrets', {
  SECRETS_KEY: optionalText({
    doc:
      'what encrypts the secrets in the database, comma-separated: ' +
      'the first seals, the others open what they sealed before. Absent: a file secrets-key in DATA_DIR, made at first start. Every process of a deployment needs the same',
    minLength: SECRET_CHARS_MIN,
    secret: true,
  }),
});
