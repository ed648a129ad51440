import { handlersOf } from '@lectern/bus';
import { showReturnPage } from '@lectern/contracts/accounts';
import { SignInReturnService } from './sign-in-return.service';

export const SignInReturnHandlers = handlersOf(SignInReturnService).answer(
  showReturnPage,
  (returns, { params, query }) => returns.arrive(params.provider, query),
);
