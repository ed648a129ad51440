import type { ActivityRecord } from '@lectern/contracts/search';
import type { NewActivity } from '../activity/activity.entity';
import { recordedText, recordedTurns } from './recorded-request';

/** The recorded part of another service's record. */
export function recordedElsewhere({ chat_history: history = [], ...record }: ActivityRecord): NewActivity {
  const { question, answer, reasoning } = record;
  return {
    ...record,
    ...(question !== undefined && { question: recordedText(question) }),
    answer: answer ? recordedText(answer) : null,
    reasoning: reasoning ? recordedText(reasoning) : null,
    chat_history: recordedTurns(history),
  };
}
