import { parentPort } from 'node:worker_threads';

/** Messages of a thread. */
export type FromThread<A> = { readonly ready: true } | { readonly answer: A };

/** To be called in the entry file of a thread of `StoppableThreads`: answers one request after the other. */
export function answerMessages<Q, A>(answer: (request: Q) => A): void {
  const say = (message: FromThread<A>) => parentPort?.postMessage(message);
  parentPort?.on('message', (request: Q) => say({ answer: answer(request) }));
  say({ ready: true });
}
