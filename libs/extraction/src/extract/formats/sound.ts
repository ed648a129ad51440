import type { DocumentBuilder } from '../document-builder';
import { ExtractError } from '../extract-error';
import type { ReadContext, Source } from '../reader';

/** Of one recording within a file. */
const SOUND_BYTES_MAX = 100 * 1024 * 1024;
/** Of all recordings within a file. */
const SECONDS_MAX = 4 * 3_600;
const SOUNDS_MAX = 50;
const UNHEARD = 'Sound within the file was not read, because no speech recognition is set up';

/** Transcribes recordings within a file, as far as time permits. */
export class SoundWithin {
  private count = 0;
  private seconds = 0;

  constructor(private readonly document: DocumentBuilder) {}

  /** @throws ExtractError when it cannot be read */
  async read(
    { bytes }: Source,
    mediaType: string,
    { hear, alive }: Pick<ReadContext, 'hear' | 'alive'>,
  ): Promise<void> {
    const { document } = this;
    if (!hear) return document.lose(UNHEARD);
    if (this.count >= SOUNDS_MAX || this.seconds >= SECONDS_MAX)
      return document.lose(`Sound beyond ${SOUNDS_MAX} recordings or ${SECONDS_MAX / 3_600} hours was left out`);
    if (bytes.length > SOUND_BYTES_MAX)
      throw new ExtractError(`The recording is larger than ${SOUND_BYTES_MAX / 1_048_576} MiB, which is the limit`);
    this.count += 1;
    const heard = await hear(bytes, mediaType);
    alive();
    if ('reason' in heard) throw new ExtractError(heard.reason);
    for (const { text, startS, endS } of heard.parts)
      document.verbatim('transcript', text, { seconds: { start: startS, end: endS } });
    if (heard.warning) document.warn(heard.warning);
    this.seconds += heard.parts.at(-1)?.endS ?? 0;
  }
}
