import { handlersOf } from '@lectern/bus';
import { resetSecondFactor, resetSecondFactorOfMember } from '@lectern/contracts/accounts';
import { FactorReset } from './factor-reset';

export const FactorResetHandlers = handlersOf(FactorReset)
  .answer(resetSecondFactorOfMember, (reset, { params, principal }) => reset.ofMember(params, principal))
  .answer(resetSecondFactor, (reset, { params, principal }) => reset.ofUser(params, principal));
