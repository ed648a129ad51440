import type { HttpAnswer } from '../core/http-binding';
import type { A2aMessage, A2aReply } from './a2a/a2a.dto';

const STREAMED: readonly unknown[] = ['SendStreamingMessage', 'SubscribeToTask', 'message/stream', 'tasks/resubscribe'];

/** Pure. Whether a request is answered with a stream of events; one without a message is not. */
export function wantsA2aEvents(message: A2aMessage | undefined): boolean {
  return STREAMED.includes(message?.method);
}

/** Pure. What is written of a reply. */
export function a2aAnswerOf({ message }: A2aReply): HttpAnswer {
  return { body: message };
}

/** Pure. Replies as one document: the one that says something. */
export function a2aAnswerOfAll(replies: readonly A2aReply[]): HttpAnswer {
  return a2aAnswerOf(replies.find(({ message }) => message !== undefined) ?? {});
}
