import { sealedKeyOperations } from '../../core/sealed-keys';

/** Master keys of the secrets that the service stores. */
export const agentsKeys = sealedKeyOperations('agents', { title: 'agents', host: 'zone' });
