import { QueryClient } from '@tanstack/react-query';
import { mayPass } from './failure';

const RETRIES_MAX = 2;
const FRESH_MS = 10_000;

/** Cached answers of the server, shared by all rooms. */
export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      // The banner says that the server is down, and everything is read again when it is back.
      networkMode: 'always',
      staleTime: FRESH_MS,
      retry: (failures, error) => failures < RETRIES_MAX && mayPass(error),
    },
    mutations: { networkMode: 'always', retry: false },
  },
});
