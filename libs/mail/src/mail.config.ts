import { configSlice, list, optionalText, text } from '@lectern/config';

export const mailConfig = configSlice('mail', {
  SMTP_URL: optionalText({
    doc:
      'server that mails are sent through: smtp://user:password@host:587 with STARTTLS, smtps:// with TLS from the ' +
      'beginning, or with ?ignoreTLS=true in the clear; absent: mails go to MAIL_DIR',
    pattern: /^smtps?:\/\/[^\s]+$/,
    secret: true,
  }),
  MAIL_DIR: optionalText({
    doc:
      'without SMTP_URL, folder that mails are written to, each as a file .eml, for a mail server to pick up, send and remove; ' +
      'by default mails in DATA_DIR',
  }),
  MAIL_LINK_ORIGINS: list({
    doc:
      'origins of dashboards that mails may link to, comma-separated, besides PUBLIC_URL, ZONE_ORIGIN and the ' +
      'allowed origins of a knowledge box',
    fallback: '',
  }),
  MAIL_FROM: text({
    doc: 'address that mails come from',
    pattern: /^[\x21-\x7e]+@[\x21-\x7e]+$/,
    fallback: 'lectern@localhost',
  }),
});
