import { sealedKeyOperations } from '../../core/sealed-keys';

/** Master keys of the secrets that the service stores. */
export const understandingKeys = sealedKeyOperations('understanding', { title: 'understanding', host: 'zone' });
