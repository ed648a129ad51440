import { ApiClient } from '@lectern/client';
import { request } from './request';

/** Calls the operations of the server that the page came from, with its session. */
export const api = new ApiClient({ origin: '', fetch: request });
