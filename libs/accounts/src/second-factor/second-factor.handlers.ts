import { handlersOf } from '@lectern/bus';
import {
  beginSecondFactor,
  confirmSecondFactor,
  endSecondFactor,
  getSecondFactor,
  renewRecoveryCodes,
} from '@lectern/contracts/accounts';
import { SecondFactorSettings } from './second-factor-settings';

export const SecondFactorHandlers = handlersOf(SecondFactorSettings)
  .answer(getSecondFactor, (settings, { principal }) => settings.get(principal))
  .answer(beginSecondFactor, (settings, { principal, body, headers }) =>
    settings.begin(principal, body, headers.network),
  )
  .answer(confirmSecondFactor, (settings, { principal, body }) => settings.confirm(principal, body))
  .answer(renewRecoveryCodes, (settings, { principal, body, headers }) =>
    settings.renewCodes(principal, body, headers.network),
  )
  .answer(endSecondFactor, (settings, { principal, body, headers }) => settings.end(principal, body, headers.network));
