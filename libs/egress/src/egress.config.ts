import { configSlice, list } from '@lectern/config';

export const egressConfig = configSlice('egress', {
  EGRESS_ALLOW: list({
    doc: 'addresses that may be called although they are not public: networks (10.0.0.0/8), hosts, host:port',
    fallback: '',
  }),
});
