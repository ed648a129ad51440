import { choice, configSlice, flag, list } from '@lectern/config';

export const signUpConfig = configSlice('sign-up', {
  SIGN_UP: choice(['nobody', 'anyone'], {
    doc:
      'who may sign up: nobody means that people come by invitation and single sign-on only; anyone means everybody ' +
      'who can read mail at an address of SIGN_UP_DOMAINS',
    fallback: 'nobody',
  }),
  SIGN_UP_DOMAINS: list({
    doc: 'domains of the mail addresses that may sign up, comma-separated; empty: any',
    fallback: '',
  }),
  SIGN_UP_WORK_MAIL_ONLY: flag({
    doc: 'whether addresses of personal mail services are refused at sign-up (412 no_personal_email)',
    fallback: false,
  }),
});
