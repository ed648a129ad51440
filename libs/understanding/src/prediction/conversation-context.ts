import type { ContextEntry } from '@lectern/language';
import type { GenerationRequest, Turn } from '@lectern/models';

/** Entries of a conversation that are read. */
const ENTRIES_MAX = 1_000;
/** Labels that often precede a question with context. */
const LABEL = /^\s*(?:#+ *)?(?:user )?(?:question|query|frage|pregunta|domanda|pergunta|问题|質問)s?\s*[:：]\s*/i;
const ENDS_AS_QUESTION = /[?？؟]["'»”)]*\s*$/;

/** A conversation as a question and its context. */
export interface ConversationQuestion {
  readonly question: string;
  readonly context: readonly ContextEntry[];
  /** Chat history that the question may refer to. */
  readonly history: readonly Turn[];
}

/**
 * The question in a conversation, for a model that only answers from context: the user's last message or the question
 * in it. The context is the rest of that message and the earlier messages of system and user.
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

/** A labelled line, else the last or first line if it is a question, else the whole message. */
function questionWithin(message: string): { readonly question: string; readonly rest: string } {
  const lines = message.trim().split('\n');
  const labelled = lines.findLastIndex((line) => LABEL.test(line));
  if (labelled >= 0) return apart(lines, labelled);
  const last = lines.length - 1;
  if (last === 0) return lastSentence(message.trim());
  for (const at of [last, 0]) if (ENDS_AS_QUESTION.test(lines[at] ?? '')) return apart(lines, at);
  return { question: message.trim(), rest: '' };
}

function apart(lines: readonly string[], at: number): { readonly question: string; readonly rest: string } {
  const own = (lines[at] ?? '').replace(LABEL, '').trim();
  // The question may follow its label on the next line.
  const next = own === '' ? lines.findIndex((line, index) => index > at && line.trim() !== '') : -1;
  const rest = lines.filter((_, index) => index !== at && index !== next).join('\n');
  return { question: own === '' ? (lines[next] ?? '').trim() : own, rest };
}

/** If statements end with a question, the statements are its context. */
function lastSentence(message: string): { readonly question: string; readonly rest: string } {
  if (!ENDS_AS_QUESTION.test(message)) return { question: message, rest: '' };
  const [, rest = '', question = message] = /^(.*[.!。！]\s*)([^.!。！]+)$/s.exec(message) ?? [];
  return { question: question.trim(), rest };
}
