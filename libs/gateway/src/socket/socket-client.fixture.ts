import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';

/** A client of a socket, with the frames that it got so far. */
export async function openSocket(
  url: string,
  options: { readonly headers: Readonly<Record<string, string>>; readonly autoPong?: boolean },
) {
  const client = new WebSocket(url.replace('http', 'ws'), { autoPong: true, ...options });
  const frames: unknown[] = [];
  client.on('message', (data) => frames.push(JSON.parse(String(data))));
  client.on('error', () => undefined);
  const opening = once(client, 'open');
  // Both may come at once.
  const closed = new Promise<readonly [number, string]>((resolve) => {
    client.once('close', (code, reason) => resolve([code, String(reason)]));
  });
  await opening;
  const say = (message: unknown) => client.send(typeof message === 'string' ? message : JSON.stringify(message));
  return { client, frames, say, closed };
}

export async function until(isDone: () => boolean): Promise<void> {
  for (let tries = 0; tries < 500 && !isDone(); tries += 1) await sleep(10);
  expect(isDone()).toBe(true);
}
