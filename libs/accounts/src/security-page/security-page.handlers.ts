import { handlersOf } from '@lectern/bus';
import { sendSecurityPage, showSecurityPage } from '@lectern/contracts/accounts';
import { SecurityPages } from './security-pages';

export const SecurityPageHandlers = handlersOf(SecurityPages)
  .answer(showSecurityPage, (pages, { query, headers }) => pages.show(query, headers))
  .answer(sendSecurityPage, (pages, { body, headers }) => pages.send(body, headers));
