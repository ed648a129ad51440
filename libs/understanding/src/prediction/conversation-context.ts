import type { ContextEntry } from '@lectern/language';
import type { GenerationRequest, Turn } from '@lectern/models';

/** More of a conversation is not read. */
const ENTRIES_MAX = 1_000;
/** Phrases that often precede a question that comes with its context. */
const LABEL = /^\s*(?:#+ *)?(?:user )?(?:question|query|frage|pregunta|domanda|pergunta|问题|質問)s?\s*[:：]\s*/i;
const ENDS_AS_QUESTION = /[?？؟]["'»”)]*\s*$/;

/** A conversation as a question and the context that it brings along. */
export interface ConversationQuestion {
  readonly question: string;
  readonly context: readonly ContextEntry[];
  /** Chat history, for questions that refer to it. */
  readonly history: readonly Turn[];
}

/**
 * Question of a conversation to a model that answers from context only: the last message of the user, or the question
 * in it. Its context is the rest of that message, and what the system and the user said before.
 */
export function conversationQuestion({
  system = '',
  history,
  question: last,
}: GenerationRequest): ConversationQuestion {
  const { question, rest } = questionWithin(last);
  const said = history.flatMap((turn) => (turn.author === 'USER' || turn.author === 'SYSTEM' ? [turn.text] : []));
  const paragraphs = [rest, system, ...said.toReversed()].flatMap((text) => text.split(/\n\s*\n/));
  const texts = [...new Set(paragraphs.map((text) => text.trim()))].filter((text) => text !== '');
  return {
    question,
    context: texts.slice(0, ENTRIES_MAX).map((text, index) => ({ key: `MESSAGE_${index}`, text })),
    history: history.filter(({ author }) => author === 'USER' || author === 'ASSISTANT'),
  };
}

/** A labelled line, else the last line or the first one where it is a question, else all of a message. */
function questionWithin(message: string): { readonly question: string; readonly rest: string } {
  const lines = message.trim().split('\n');
  const labelled = lines.findLastIndex((line) => LABEL.test(line));
  if (labelled >= 0) return apart(lines, labelled);
  const last = lines.length - 1;
  if (last === 0) return lastSentence(message.trim());
  for (const place of [last, 0]) if (ENDS_AS_QUESTION.test(lines[place] ?? '')) return apart(lines, place);
  return { question: message.trim(), rest: '' };
}

function apart(lines: readonly string[], place: number): { readonly question: string; readonly rest: string } {
  const own = (lines[place] ?? '').replace(LABEL, '').trim();
  // The question may follow its label on the next line.
  const next = own === '' ? lines.findIndex((line, index) => index > place && line.trim() !== '') : -1;
  const rest = lines.filter((_, index) => index !== place && index !== next).join('\n');
  return { question: own === '' ? (lines[next] ?? '').trim() : own, rest };
}

/** Of statements that a question ends, which then are its context. */
function lastSentence(message: string): { readonly question: string; readonly rest: string } {
  if (!ENDS_AS_QUESTION.test(message)) return { question: message, rest: '' };
  const [, rest = '', question = message] = /^(.*[.!。！]\s*)([^.!。！]+)$/s.exec(message) ?? [];
  return { question: question.trim(), rest };
}
