import { choice, configSlice, integer, list, optionalText, text } from '@lectern/config';

export const accountsSlice = configSlice('accounts', {
  ROOT_EMAIL: text({
    doc: 'address of the user made at first start',
    pattern: /^[^\s@]+@[^\s@]+$/,
    fallback: 'root@localhost',
  }),
  ROOT_NAME: text({ doc: 'name of that user', fallback: 'Root' }),
  ACCOUNT_SLUG: text({
    doc: 'slug of the account made at first start',
    pattern: /^[a-z0-9][a-z0-9_-]{0,62}$/,
    fallback: 'lectern',
  }),
  ACCOUNT_TITLE: text({ doc: 'title of that account', fallback: 'Lectern' }),
  BOOTSTRAP_TOKEN: optionalText({
    doc:
      'at first start becomes the personal access token of the root user and never expires; ' +
      'absent: one is made, printed once, and kept in the file first-token in DATA_DIR until it is used',
    minLength: 32,
    pattern: /^[\x21-\x7e]+$/,
    secret: true,
  }),
  APP_ORIGINS: list({
    doc: 'origins of web apps that browsers may return to after signing in, besides PUBLIC_URL and ZONE_ORIGIN',
    fallback: '',
  }),
  CONSOLE_SESSION_TTL_S: integer({
    doc: 'seconds after which a session of the console ends',
    min: 60,
    max: 90 * 24 * 3_600,
    fallback: 12 * 3_600,
  }),
  AUDIT_DAYS: integer({ doc: 'days that the audit log keeps events', min: 1, max: 3_650, fallback: 400 }),
  SIGN_IN_LINK: choice(['never', 'terminal', 'always'], {
    doc:
      'when a start prints a link that signs the root user in to the console once, within an hour: terminal is when ' +
      'somebody sees it, which is the default of one process, and at first start beside the first token',
    fallback: 'never',
  }),
});
