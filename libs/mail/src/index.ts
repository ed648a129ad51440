export { MailLinks } from './mail-links';
export type { OutgoingMail } from './mail-message';
export { mailConfig } from './mail.config';
export { MailModule } from './mail.module';
export { Mailer } from './mailer';
