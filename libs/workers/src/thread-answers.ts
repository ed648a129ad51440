import { parentPort } from 'node:worker_threads';

/** Messages from a thread. */
export type FromThread<A> = { readonly ready: true } | { readonly answer: A };

/** Call this in the entry file of a thread of `StoppableThreads`: answers one request at a time. */
export function answerMessages<Q, A>(answer: (request: Q) => A): void {
  const say = (message: FromThread<A>) => parentPort?.postMessage(message);
  parentPort?.on('message', (request: Q) => say({ answer: answer(request) }));
  say({ ready: true });
}
