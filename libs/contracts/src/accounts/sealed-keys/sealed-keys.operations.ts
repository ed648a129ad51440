import { sealedKeyOperations } from '../../core/sealed-keys';

/** Master keys of the secrets that the service stores. */
export const accountsKeys = sealedKeyOperations('accounts', { title: 'accounts', host: 'accounts' });
