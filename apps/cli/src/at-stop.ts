import type { CommandContext } from './command';

/** Does the work; when Ctrl+C ends it early, says on standard error what was done, and what becomes of the rest. */
export async function explainedAtStop<T>(
  { signal, progress }: CommandContext,
  explanation: () => string,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (signal.aborted) progress.note(`Stopped: ${explanation()}`);
    throw error;
  }
}
