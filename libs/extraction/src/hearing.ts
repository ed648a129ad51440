import { Readable } from 'node:stream';
import type { ProcessingValue } from '@lectern/contracts/understanding';
import { busy, Slots } from '@lectern/workers';
import { ExtractError } from './extract/extract-error';
import type { ExtractLimits } from './extract/limits';
import type { HeardSound } from './extract/reader';
import { whileWaiting } from './processes/signs-of-life';
import type { Spool } from './processes/spool';
import { refuseUnheard, type SpeechReader, type Transcript, transcriptOf } from './speech';

/** Files with speech that are read at once, and that wait for it. */
const HEARINGS = {
  slotsMax: 1,
  waitingMax: 1_000,
  ownWaitingMax: 500,
  order: 'fair',
  refusal: busy('Too many sounds wait to be heard: try again later'),
} as const;

interface HearingOptions {
  readonly owner: string;
  readonly understand: { readonly language?: string };
  readonly signal?: AbortSignal;
}

/** Has speech read, one file after the other: of files, and of those within them. */
export class Hearing {
  private readonly slots = new Slots(HEARINGS);

  constructor(
    private readonly speech: SpeechReader | undefined,
    private readonly files: { readonly spool: Spool; readonly limits: ExtractLimits },
  ) {}

  /** Whether speech may be read here. */
  get isPossible(): boolean {
    return this.speech !== undefined;
  }

  /** @throws ExtractError when it cannot be read; AppError when it is to be tried again */
  async *of(
    content: Readable,
    mediaType: string,
    { owner, understand, signal }: HearingOptions,
  ): AsyncGenerator<ProcessingValue, Transcript> {
    const { spool, limits } = this.files;
    const reader = await refuseUnheard(this.speech);
    const { path, remove } = await spool.hold(content, limits.fileBytesMax);
    const file = { path, mediaType, language: understand.language };
    const hear = () => transcriptOf(file, reader, { charsMax: limits.outputCharsMax, signal });
    try {
      return yield* whileWaiting(this.slots.use({ owner, signal }, hear));
    } finally {
      await remove();
    }
  }

  /** The same of sound within a file, of which only that is lost. @throws AppError when it is to be tried again */
  async within(sound: Uint8Array, mediaType: string, options: HearingOptions): Promise<HeardSound> {
    try {
      const values = this.of(Readable.from([sound]), mediaType, options);
      for (;;) {
        const { value, done } = await values.next();
        if (done) return value;
      }
    } catch (error) {
      if (!(error instanceof ExtractError)) throw error;
      return { reason: error.message };
    }
  }
}
