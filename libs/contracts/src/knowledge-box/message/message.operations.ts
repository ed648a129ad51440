import { operation } from '../../core/operation';
import { MessagesFound, MessagesQuery } from './message.dto';

/** Reads messages as they were sent. @throws AppError `too_large` when they have more than 6 MiB together */
export const readMessages = operation({
  name: 'kb.messages.read',
  summary: 'Read some messages of a conversation',
  body: MessagesQuery,
  answer: MessagesFound,
  deadlineMs: 10_000,
});
