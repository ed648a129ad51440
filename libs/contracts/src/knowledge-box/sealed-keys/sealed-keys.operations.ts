import { sealedKeyOperations } from '../../core/sealed-keys';

/** Master keys of the secrets that the service stores. */
export const knowledgeBoxKeys = sealedKeyOperations('kb', { title: 'knowledge-boxes', host: 'zone' });
