import { readFile } from 'node:fs/promises';
import { answerJob } from './jobs';
import type { JobMessage } from './worker-messages';

/**
 * A child process that takes one file at a time apart. It is started without the environment and without the right to
 * write files, to start programs or to load native code.
 */
process.on('message', (message: JobMessage) => {
  void run(message);
});
process.on('disconnect', () => process.exit(0));
process.send?.('ready');

async function run({ id, job }: JobMessage): Promise<void> {
  const answer = await answerJob(job, readFile);
  process.send?.({ id, answer });
}
