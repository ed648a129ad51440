import { operation } from '../../core/operation';
import { WRITE_DEADLINE_MS } from '../policies';

/** A mail of plain text. */
export class Mail {
  /** Unique: the same mail sent twice is one. */
  id!: string;
  /** Address of its reader. */
  to!: string;
  /** Subject. */
  subject!: string;
  /** Text. */
  text!: string;
}

/** Sends a mail. */
export const sendMail = operation({
  name: 'kb.mail.send',
  summary: 'Send a mail',
  body: Mail,
  deadlineMs: WRITE_DEADLINE_MS,
});
