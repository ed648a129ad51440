import { operation } from '../../core/operation';
import { ParagraphsFound, ParagraphsQuery } from './paragraph.dto';

/** Reads from the database what an index would return. */
export const readParagraphs = operation({
  name: 'kb.paragraphs.read',
  summary: 'Read paragraphs by id',
  body: ParagraphsQuery,
  answer: ParagraphsFound,
  deadlineMs: 10_000,
});
