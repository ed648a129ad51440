import { configSlice, list } from '@lectern/config';

export const egressConfig = configSlice('egress', {
  EGRESS_ALLOW: list({
    doc: 'what may be asked although it is not public: networks (10.0.0.0/8), hosts, host:port',
    fallback: '',
  }),
});
