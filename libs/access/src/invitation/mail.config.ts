import { configSlice, optionalText, text } from '@lectern/config';

export const mailConfig = configSlice('mail', {
  MAIL_DIR: optionalText({
    doc:
      'folder that mails are written to, each as a file .eml, for a mail server to pick up, send and remove; ' +
      'by default mails in DATA_DIR',
  }),
  MAIL_FROM: text({
    doc: 'address that mails come from',
    pattern: /^[\x21-\x7e]+@[\x21-\x7e]+$/,
    fallback: 'lectern@localhost',
  }),
});
