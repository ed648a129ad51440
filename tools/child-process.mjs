// Child processes of the set-up. Plain Node 20.
import { spawn } from 'node:child_process';
import { once } from 'node:events';

const tellMs = 5_000;

/**
 * Runs a program to its end. What it prints goes to stderr, and every five seconds a line says that it still runs.
 *
 * @param doing what it does, for that line
 * @returns its exit code; 1 where it did not start or a signal ended it
 */
export async function runToEnd(program, args, { doing, ...options }) {
  const from = Date.now();
  const child = spawn(program, args, { ...options, stdio: ['ignore', 2, 2] });
  const telling = setInterval(() => {
    console.error(`… ${doing}, ${Math.round((Date.now() - from) / 1000)} s`);
  }, tellMs);
  try {
    const [code] = await once(child, 'close');
    return code ?? 1;
  } catch (error) {
    console.error(String(error.message));
    return 1;
  } finally {
    clearInterval(telling);
  }
}
