import { configSlice, optionalText } from '@lectern/config';

export const signInProviderSlice = configSlice('sign-in', {
  SIGN_IN_PROVIDERS: optionalText({
    doc:
      'places where people sign in besides this deployment, JSON: a list of objects with name (google, github, ' +
      'microsoft, or of your own), client_id, client_secret, and more: docs/guides/single-sign-on.md',
    secret: true,
  }),
});
