import { handlersOf } from '@lectern/bus';
import { completeProviderSignIn, listSignInProviders, startProviderSignIn } from '@lectern/contracts/accounts';
import { ProviderSignInService } from './provider-sign-in.service';

export const SignInProviderHandlers = handlersOf(ProviderSignInService)
  .answer(listSignInProviders, (signIns) => signIns.list())
  .answer(startProviderSignIn, (signIns, { params, query }) => signIns.start(params.provider, query))
  .answer(completeProviderSignIn, (signIns, { params, query, body }) =>
    signIns.complete(params.provider, query.attempt, body),
  );
