import { type ConfigOf, configSlice, integer, list } from '@lectern/config';

const perMinute = (of: string, fallback: number) =>
  integer({
    doc: `requests per minute ${of}; more get 429 with Retry-After. 0: any number`,
    min: 0,
    max: 1e9,
    fallback,
  });

export const rateSlice = configSlice('request rates', {
  REQUESTS_OF_KEY_PER_MINUTE_MAX: perMinute('with one credential, or without one from one address', 120_000),
  REQUESTS_OF_BOX_PER_MINUTE_MAX: perMinute('to one knowledge box or agent', 240_000),
  REQUESTS_OF_ACCOUNT_PER_MINUTE_MAX: perMinute('for one account', 480_000),
  REQUESTS_OF_ROUTE_PER_MINUTE_MAX: perMinute('for one operation of one account', 120_000),
  REQUESTS_OF_ROUTES: list({
    doc:
      'other limits per minute of single operations and accounts, comma-separated, each as operation=number, such as ' +
      'kb.knowledge-box.create=60; names are those of operationId in the interface document',
    fallback: '',
  }),
});

export type RateConfig = ConfigOf<typeof rateSlice>;
