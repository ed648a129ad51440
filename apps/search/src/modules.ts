import { SearchModule } from '@lectern/search';

/** Modules of this service. Its permissions on NATS follow from their declarations. */
export const modules = [SearchModule];
