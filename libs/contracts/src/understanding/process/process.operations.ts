import { streamOperation } from '../../core/operation';
import { FieldToProcess, ProcessingValue } from './process.dto';

/**
 * Extracts, splits and enriches one field. Problems of the content come as `errors` of the field. Knowledge
 * boxes take turns. Leaving the stream ends the work.
 *
 * @throws AppError `unavailable`, `rate_limited` when it should be tried again later; `invalid_request` when it cannot
 * continue from `resume` and must start from the beginning
 */
export const processField = streamOperation({
  name: 'understanding.field.process',
  summary: 'Understand one field',
  body: FieldToProcess,
  answer: ProcessingValue,
  deadlineMs: 10 * 60_000,
});
