import { handlersOf } from '@lectern/bus';
import { getRequestRates } from '@lectern/contracts/knowledge-box';
import { RequestRates } from './request-rates';

export const RateHandlers = handlersOf(RequestRates).answer(getRequestRates, (rates, { params, principal }) =>
  rates.status(principal, params.account),
);
