import { type ConfigOf, configSlice, integer, list, optionalText } from '@lectern/config';

export const gatewaySlice = configSlice('gateway', {
  GATEWAY_HOSTS: list({
    doc: 'which halves of the interface are served: zone, accounts, or both',
    fallback: 'zone,accounts',
  }),
  CORS_ORIGINS: list({ doc: 'origins whose pages may call, comma-separated; * is all', fallback: '*' }),
  TRUSTED_PROXIES: list({
    doc: 'addresses or networks (CIDR) of proxies whose X-Forwarded-For, -Host and -Proto are trusted',
    fallback: '',
  }),
  WRONG_CREDENTIALS_PER_MINUTE_MAX: integer({
    doc: 'wrong credentials that one address may send per minute before new ones are answered 429; 0 is any number',
    min: 0,
    max: 1_000_000,
    fallback: 60,
  }),
  JSON_BODY_SIZE_BYTES_MAX: integer({
    doc: 'largest request body other than uploads',
    min: 1_024,
    max: 256 * 1024 ** 2,
    fallback: 8 * 1024 ** 2,
  }),
  BODY_TIMEOUT_S: integer({
    doc: 'seconds in which a request body must be complete, an upload must bring another 16 KiB, and a client must take more of an answer',
    min: 1,
    max: 3_600,
    fallback: 60,
  }),
  WIRE_NAMES_FILE: optionalText({
    doc: 'JSON file with other spellings of headers, members and values for clients that need them',
  }),
});

export type GatewayConfig = ConfigOf<typeof gatewaySlice>;
