import { readFile } from 'node:fs/promises';
import type { HeardSound, RecognizedText } from '../extract/reader';
import { doJob, type JobHost } from './jobs';
import { type ExtractJob, type FromWorker, type ToWorker, VALUES_ON_WAY_MAX } from './worker-messages';

/**
 * A child process that takes one file at a time apart. It is started without the environment and without the right to
 * write files, to start programs or to load native code.
 */
class RunningJob implements JobHost {
  readonly readFile = readFile;
  isToPause = false;
  private onWay = 0;
  private resume: () => void = () => undefined;
  private recognized: (text: RecognizedText) => void = () => undefined;
  private heard: (sound: HeardSound) => void = () => undefined;

  constructor(private readonly id: number) {}

  async run(job: ExtractJob): Promise<void> {
    const end = await doJob(job, this);
    send({ id: this.id, end });
  }

  async give(value: Extract<FromWorker, { value: unknown }>['value']): Promise<void> {
    while (this.onWay >= VALUES_ON_WAY_MAX) await new Promise<void>((resume) => (this.resume = resume));
    this.onWay += 1;
    send({ id: this.id, value });
  }

  alive(): void {
    send({ id: this.id, alive: true });
  }

  recognize(picture: Uint8Array): Promise<RecognizedText> {
    send({ id: this.id, picture });
    return new Promise((recognized) => (this.recognized = recognized));
  }

  hear(sound: Uint8Array, mediaType: string): Promise<HeardSound> {
    send({ id: this.id, sound, mediaType });
    return new Promise((heard) => (this.heard = heard));
  }

  receive(message: Exclude<ToWorker, { job: unknown }>): void {
    if ('recognized' in message) return this.recognized(message.recognized);
    if ('heard' in message) return this.heard(message.heard);
    if ('pause' in message) return void (this.isToPause = true);
    this.onWay -= 1;
    this.resume();
  }
}

let running: RunningJob | undefined;

process.on('message', (message: ToWorker) => {
  if (!('job' in message)) return running?.receive(message);
  running = new RunningJob(message.id);
  void running.run(message.job);
});
process.on('disconnect', () => process.exit(0));
// Streams of libraries reject promises that nobody waits for, besides the one that the job waits for.
process.on('unhandledRejection', () => undefined);
process.send?.('ready');

function send(message: FromWorker): void {
  process.send?.(message);
}
