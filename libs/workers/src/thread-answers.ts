import { parentPort } from 'node:worker_threads';

/** Messages from a thread. */
export type FromThread<A> = { readonly ready: true } | { readonly answer: A };

/** Call this in the entry file of a thread of `StoppableThreads`: answers one request at a time. */
export function answerMessages<Q, A>(answer: (request: Q) => A | Promise<A>): void {
  const say = (message: FromThread<A>) => parentPort?.postMessage(message);
  const answered = async (request: Q) => say({ answer: await answer(request) });
  // A failure ends the thread.
  parentPort?.on('message', (request: Q) => void answered(request));
  say({ ready: true });
}
