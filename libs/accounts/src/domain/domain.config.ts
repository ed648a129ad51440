import { configSlice, list } from '@lectern/config';

export const domainSlice = configSlice('domains', {
  DOMAIN_NAME_SERVERS: list({
    doc:
      'name servers that are asked for the records by which accounts prove that a mail domain is theirs: addresses, ' +
      'with a port where it is not 53, such as 10.0.0.2 or [2001:db8::2]:5353; empty: those of the system',
    fallback: '',
  }),
});
