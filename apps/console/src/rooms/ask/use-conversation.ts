import { useEffect, useSyncExternalStore } from 'react';
import { connection } from '../../api/connection';
import { conversationOf } from './conversations';

/** The conversation with a box. A question that met a server that was down is repeated when it is back. */
export function useConversation(kbid: string) {
  const conversation = conversationOf(kbid);
  const turns = useSyncExternalStore(conversation.subscribe, conversation.turns);
  useEffect(
    () =>
      connection.subscribe(() => {
        const last = conversation.turns().at(-1);
        if (!connection.isAway() && last?.answer.isAway && last.answer.text === '') void conversation.retry(last.id);
      }),
    [conversation],
  );
  const phase = turns.at(-1)?.answer.phase;
  return { conversation, turns, isRunning: phase === 'asking' || phase === 'answering' };
}
