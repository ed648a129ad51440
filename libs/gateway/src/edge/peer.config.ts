import { type ConfigOf, configSlice, list, optionalText } from '@lectern/config';

export const peerSlice = configSlice('peers', {
  ACCOUNTS_URL: optionalText({
    doc:
      'of a zone: its accounts host elsewhere, as scheme, host and port; ' +
      'when absent, users and accounts are a service beside it',
    pattern: /^https?:\/\/[^/?#\s]+\/?$/,
  }),
  ZONE_KEY: optionalText({
    doc: 'of a zone, with ACCOUNTS_URL: the key that it shares with the accounts host',
    minLength: 32,
    secret: true,
  }),
  ZONE_KEYS: list({
    doc: 'of an accounts host: the zones elsewhere and the key of each, as slug=key',
    fallback: '',
    secret: true,
  }),
});

export type PeerConfig = ConfigOf<typeof peerSlice>;
