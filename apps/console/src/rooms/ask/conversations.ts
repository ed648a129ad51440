import { whenSignedOut } from '../../session/session';
import { Conversation, type Turn } from './conversation';

const KEY = 'lectern.conversations';
const CHARS_MAX = 2_000_000;
const conversations = new Map<string, Conversation>();

/** The conversation with a box, which lasts as long as the tab and the sign-in. */
export function conversationOf(kbid: string): Conversation {
  const known = conversations.get(kbid);
  if (known) return known;
  const conversation = new Conversation(kbid, remembered()[kbid] ?? []);
  conversations.set(kbid, conversation);
  conversation.subscribe(() => remember(kbid, conversation.turns()));
  return conversation;
}

function remembered(): Readonly<Record<string, readonly Turn[]>> {
  try {
    // Written by this module.
    return JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as Readonly<Record<string, readonly Turn[]>>;
  } catch {
    return {};
  }
}

const isRunning = ({ answer: { phase } }: Turn) => phase === 'asking' || phase === 'answering';

/** While an answer arrives nothing is written; conversations too large for the tab are not kept. */
function remember(kbid: string, turns: readonly Turn[]): void {
  if (turns.some(isRunning)) return;
  const text = JSON.stringify({ ...remembered(), [kbid]: turns });
  if (text.length > CHARS_MAX) return;
  try {
    sessionStorage.setItem(KEY, text);
  } catch {
    // The tab has no room: the conversation lasts until the page is loaded again.
  }
}

function forget(): void {
  sessionStorage.removeItem(KEY);
  for (const conversation of conversations.values()) conversation.stop();
  conversations.clear();
}

whenSignedOut(forget);
