import { type ChildProcess, fork } from 'node:child_process';
import { on } from 'node:events';
import { constants, setPriority } from 'node:os';
import { entryFile } from '@lectern/config';
import { AppError } from '@lectern/contracts/core';
import { Slots } from '@lectern/workers';
import { type SoundFile, SpeechRecognizer, type SpokenPart } from '../speech-recognizer';
import type { ModelStore, StoredModel } from '../store/model-store';
import type { SpeechMessage, SpeechSetup } from './speech-messages';

export interface LocalSpeechOptions {
  readonly store: ModelStore;
  /** Name or path of the program that reads formats other than WAV. */
  readonly ffmpeg: string;
  readonly hoursMax: number;
  /** Threads per inference. */
  readonly threads: number;
}

/** One file at a time: it occupies a processor for a twentieth of the duration of the sound. */
const limits = { slotsMax: 1, waitingMax: 64 };
const SECONDS_AN_HOUR = 3_600;
const HEAP_MB = 256;
/** Limit for silence of the process: longer than it takes to load the model, or to skip hours of silence. */
const SILENCE_TIMEOUT_MS = 300_000;
const MISSING = 'no model for speech is in the store, and `lectern models add moonshine-tiny-en` puts one there';

/** A speech model of the store, in a process per file, so that native code can be ended. */
export class LocalSpeechRecognizer extends SpeechRecognizer {
  private readonly slots = new Slots(limits);

  constructor(private readonly options: LocalSpeechOptions) {
    super();
  }

  get hoursMax(): number {
    return this.options.hoursMax;
  }

  async available(): Promise<{ readonly available: boolean; readonly reason?: string }> {
    return (await this.find()) ? { available: true } : { available: false, reason: MISSING };
  }

  async *transcribe(file: SoundFile, { signal }: { readonly signal?: AbortSignal } = {}): AsyncGenerator<SpokenPart> {
    if (signal?.aborted) throw new AppError('cancelled', 'Cancelled');
    const found = await this.find();
    if (!found) throw new AppError('unavailable', `The speech cannot be read: ${MISSING}`);
    const { language } = file;
    const { id, languages } = found.manifest;
    if (language !== undefined && !languages.some((one) => one === '*' || one === language))
      throw new AppError('unsupported_media_type', `The model ${id} knows ${languages.join(', ')} and not ${language}`);
    const { folder } = await this.options.store.get(id);
    yield* this.slots.stream({ signal }, () => this.run(folder, file, signal));
  }

  private async find(): Promise<StoredModel | undefined> {
    return (await this.options.store.list()).find(({ manifest }) => manifest.task === 'speech');
  }

  private async *run(folder: string, { path, mediaType }: SoundFile, signal?: AbortSignal): AsyncGenerator<SpokenPart> {
    const { ffmpeg, hoursMax, threads } = this.options;
    const sound = { path, mediaType, ffmpeg };
    const child = start({ folder, threads, sound, secondsMax: hoursMax * SECONDS_AN_HOUR });
    try {
      for await (const message of messagesOf(child, signal)) {
        if (message.kind === 'ended') return;
        if (message.kind === 'failed') throw new AppError(message.code, message.message);
        if (message.kind === 'part') yield message.part;
      }
    } finally {
      child.kill('SIGKILL');
    }
    throw new AppError('unavailable', 'The process that reads speech ended too early');
  }
}

function start(setup: SpeechSetup): ChildProcess {
  const child = fork(entryFile(__dirname, 'speech.worker'), {
    // Read by native code when it is loaded. Without it, the library reports each model that it runs to its maker.
    env: { ORT_DISABLE_TELEMETRY: '1', PATH: process.env['PATH'] },
    execArgv: [`--max-old-space-size=${HEAP_MB}`],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  child.once('spawn', () => yieldTo(child));
  // The process reports by itself how it ended.
  child.send(setup, () => undefined);
  return child;
}

/** Lets all other work on the processor go first. */
function yieldTo({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // It has ended, or the system does not allow it.
  }
}

/** Ends when the process does. @throws AppError `cancelled`, `deadline_exceeded`, `unavailable` */
async function* messagesOf(child: ChildProcess, signal?: AbortSignal): AsyncGenerator<SpeechMessage> {
  const silent = new AbortController();
  const timer = setTimeout(() => silent.abort(), SILENCE_TIMEOUT_MS).unref();
  const either = AbortSignal.any([silent.signal, ...(signal ? [signal] : [])]);
  try {
    for await (const [message] of on(child, 'message', { signal: either, close: ['close'] })) {
      timer.refresh();
      // Only `speech.worker` sends.
      yield message as SpeechMessage;
    }
  } catch (error) {
    if (signal?.aborted) throw new AppError('cancelled', 'Cancelled');
    if (silent.signal.aborted)
      throw new AppError('deadline_exceeded', `Nothing was heard within ${SILENCE_TIMEOUT_MS / 1_000} s`);
    throw new AppError('unavailable', `The process that reads speech cannot be run: ${String(error)}`);
  } finally {
    clearTimeout(timer);
  }
}
