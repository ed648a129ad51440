import { SearchModule } from '@lectern/search';

/** What this service consists of. Its permissions on NATS are what these modules declare. */
export const modules = [SearchModule];
