import { AccountTarget } from '../../accounts/account/account.dto';
import { operation } from '../../core/operation';
import { RequestRatesStatus } from './request-rate.dto';

/**
 * Returns how many requests per minute the credential and the account may make and have made. Beyond a rate, requests
 * get 429 with `Retry-After`.
 */
export const getRequestRates = operation({
  name: 'kb.request-rate.status',
  summary: 'Get the request rates of an account',
  http: { method: 'GET', path: '/api/v1/account/{account}/rates/status', host: 'zone', success: 200 },
  policy: { credentials: ['user', 'pat', 'nua'], role: ['AMEMBER', 'AOWNER'], on: 'account' },
  params: AccountTarget,
  answer: RequestRatesStatus,
  deadlineMs: 5_000,
});
