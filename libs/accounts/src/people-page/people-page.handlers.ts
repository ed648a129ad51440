import { handlersOf } from '@lectern/bus';
import {
  sendLinkPage,
  sendRecoveryPage,
  sendResetPage,
  sendSetUpPage,
  sendSignUpPage,
  showLinkPage,
  showRecoveryPage,
  showResetPage,
  showSetUpPage,
  showSignUpPage,
} from '@lectern/contracts/accounts';
import { PeoplePages } from './people-pages.service';
import { SignUpFormPage } from './sign-up-form';

export const PeoplePageHandlers = handlersOf(PeoplePages)
  .answer(sendSignUpPage, (pages, { body, headers }) => pages.signUp(body, headers))
  .answer(showRecoveryPage, (pages, { query }) => pages.showRecovery(query.login_challenge))
  .answer(sendRecoveryPage, (pages, { body, headers }) => pages.recover(body, headers))
  .answer(showResetPage, (pages, { query }) => pages.showReset(query))
  .answer(sendResetPage, (pages, { body, headers }) => pages.reset(body, headers))
  .answer(showSetUpPage, (pages, { query }) => pages.showSetUp(query))
  .answer(sendSetUpPage, (pages, { body, headers }) => pages.setUp(body, headers))
  .answer(showLinkPage, (pages, { query }) => pages.showLink(query))
  .answer(sendLinkPage, (pages, { body, headers }) => pages.useLink(body, headers))
  .of(SignUpFormPage)
  .answer(showSignUpPage, (form, { query }) => form.show(query.login_challenge));
