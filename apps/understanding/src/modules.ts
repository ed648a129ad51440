import { UnderstandingModule } from '@lectern/understanding';

/** What this service consists of. Its permissions on NATS are what these modules declare. */
export const modules = [UnderstandingModule];
