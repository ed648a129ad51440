import { BOX_NOT_FOUND } from '../../core/http-binding';
import { operation, type Policy, streamOperation } from '../../core/operation';
import { KnowledgeBoxTarget } from '../../knowledge-box/params';
import { ClientHeaders } from '../client-headers/client-headers.dto';
import { CollectedFeedbackTarget, CsvPiece, FeedbackPayload } from './feedback.dto';

const FEEDBACK_DEADLINE_MS = 10_000;
/** Between two pieces; the statements of one end after 15 s. */
const PIECE_DEADLINE_MS = 20_000;

const sendsFeedback: Policy = { credentials: ['sa', 'user', 'pat', 'eph'], role: 'READER', on: 'kb' };
const collectsFeedback: Policy = { credentials: ['nua'], role: 'any', on: 'kb' };

/**
 * Keeps what someone thinks of an answer, or of one of its paragraphs. It shows in the activity of the knowledge box
 * with the question, also when it comes before the row of the question is written. Feedback can be repeated: the newest
 * one counts, all of it is kept.
 */
export const sendFeedback = operation({
  name: 'search.feedback.send',
  summary: 'Send feedback on an answer',
  http: {
    method: 'POST',
    path: '/api/v1/kb/{kbid}/feedback',
    host: 'zone',
    success: 200,
    unknownBox: `${BOX_NOT_FOUND}.`,
    reply: 'null',
  },
  policy: sendsFeedback,
  params: KnowledgeBoxTarget,
  headers: ClientHeaders,
  body: FeedbackPayload,
  fails: {
    unavailable: 'Feedback cannot be stored now. Try again.',
    precondition_failed: 'The deployment keeps no activity, and so no feedback.',
  },
  deadlineMs: FEEDBACK_DEADLINE_MS,
});

/**
 * Returns all feedback on the answers of a knowledge box as CSV (RFC 4180), oldest first, one row for each, with the
 * question and the answer. The first line has the names of the columns. Text that a spreadsheet would take for a
 * formula begins with an apostrophe.
 */
export const exportFeedback = streamOperation({
  name: 'search.feedback.export',
  summary: 'Export the feedback on a knowledge box',
  http: {
    method: 'GET',
    path: '/api/v1/collect/feedback/{kbid}',
    host: 'zone',
    success: 200,
    reply: 'text',
    contentType: 'text/csv',
    member: 'text',
  },
  policy: collectsFeedback,
  params: CollectedFeedbackTarget,
  answer: CsvPiece,
  fails: { unavailable: 'The database cannot be asked.' },
  deadlineMs: PIECE_DEADLINE_MS,
  doors: [
    {
      name: 'search.feedback.export-month',
      summary: 'Export the feedback on a knowledge box of one month',
      description: 'The same as `search.feedback.export`, of one month.',
      http: { path: '/api/v1/collect/feedback/{kbid}/{month}' },
    },
  ],
});
