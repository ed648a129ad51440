import { type AgentCompletionRequest, RULE_CHARS_MAX } from '@lectern/contracts/agents';
import { AppError } from '@lectern/contracts/core';
import { QUERY_CHARS_MAX } from '@lectern/contracts/search';
import type { CompletionMessage } from '@lectern/contracts/understanding';
import type { Turn } from '../engine/module-models';

/** Turns of the history; the oldest are left out. */
const TURNS_MAX = 200;
/** Characters of the history. */
const HISTORY_CHARS_MAX = 1_000_000;

/** A conversation as an agent takes it. */
export interface Conversation {
  readonly question: string;
  /** Oldest first. */
  readonly history: readonly Turn[];
  /** What the client tells the agent to do. */
  readonly instructions: readonly string[];
}

/** @throws AppError `invalid_request` for a conversation that no agent can answer */
export function conversationOf({ messages }: Pick<AgentCompletionRequest, 'messages'>): Conversation {
  const system = messages.filter(({ role }) => role === 'system' || role === 'developer');
  const turns = messages.filter((message) => !system.includes(message));
  const last = turns.at(-1);
  if (last?.role !== 'user') throw refusedMessage('The last message is to be of the role `user`: it is the question');
  const question = textOfMessage(last).trim();
  if (question === '') throw refusedMessage('The last message has no text');
  if (question.length > QUERY_CHARS_MAX)
    throw refusedMessage(
      `The last message has ${question.length} characters: a question has at most ${QUERY_CHARS_MAX}`,
    );
  const instructions = system.map(textOfMessage).filter((text) => text.trim() !== '');
  if (instructions.join('').length > RULE_CHARS_MAX)
    throw refusedMessage(
      `Messages of the roles system and developer have at most ${RULE_CHARS_MAX} characters together`,
    );
  return { question, history: latest(historyOf(turns.slice(0, -1))), instructions };
}

/** Questions with the answers after them. */
function historyOf(messages: readonly CompletionMessage[]): readonly Turn[] {
  const turns: { question: string[]; answer: string[] }[] = [];
  for (const message of messages) {
    const text = textOfMessage(message);
    const open = turns.at(-1);
    if (message.role === 'user') {
      if (open && open.answer.length === 0) open.question.push(text);
      else turns.push({ question: [text], answer: [] });
    } else if (text !== '') {
      if (open) open.answer.push(text);
      else turns.push({ question: [''], answer: [text] });
    }
  }
  return turns.map(({ question, answer }) => ({ question: question.join('\n\n'), answer: answer.join('\n\n') }));
}

function latest(turns: readonly Turn[]): readonly Turn[] {
  let chars = 0;
  const kept = turns.slice(-TURNS_MAX).toReversed();
  const over = kept.findIndex(({ question, answer }) => (chars += question.length + answer.length) > HISTORY_CHARS_MAX);
  return (over === -1 ? kept : kept.slice(0, over)).toReversed();
}

/** Text of a message; what tools of the client returned is text, too. @throws AppError `invalid_request` */
function textOfMessage({ content }: CompletionMessage): string {
  if (content === undefined || content === null) return '';
  if (typeof content === 'string') return content;
  return content
    .map((part) => {
      if (part.type === 'text') return part.text;
      if (part.type === 'refusal') return part.refusal;
      throw refusedMessage(`Agents read text: messages cannot have parts of the type ${part.type}`);
    })
    .join('\n');
}

function refusedMessage(message: string): AppError {
  return new AppError('invalid_request', message);
}
