import { handlersOf } from '@lectern/bus';
import { getAccountLogo, putAccountLogo } from '@lectern/contracts/accounts';
import { LogoService } from './logo.service';

export const LogoHandlers = handlersOf(LogoService)
  .answer(putAccountLogo, (logos, { params, query, body }) =>
    logos.put({ account: params.account, again: query.account_id }, body),
  )
  .answer(getAccountLogo, (logos, { params, query }) =>
    logos.get({ account: params.account, again: query.account_id }),
  );
