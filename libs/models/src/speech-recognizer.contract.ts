import type { SpeechRecognizer, SpokenPart } from './speech-recognizer';

/** The promises of every speech recogniser. The one made by `create` can be used; that of `createAbsent` cannot. */
export function speechRecognizerContract(
  create: () => Promise<SpeechRecognizer>,
  createAbsent: () => Promise<SpeechRecognizer>,
  speech: () => { readonly path: string; readonly mediaType: string },
): void {
  describe('as a recogniser of speech', () => {
    it('says that it can be used, and gives parts in order with their seconds', async () => {
      const recognizer = await create();
      await expect(recognizer.available()).resolves.toEqual({ available: true });
      const parts = await collect(recognizer.transcribe(speech()));
      expect(parts.length).toBeGreaterThan(0);
      const times = parts.flatMap(({ startS, endS }) => [startS, endS]);
      expect(times).toEqual(times.toSorted((a, b) => a - b));
      expect(parts.every(({ text }) => text.trim() !== '')).toBe(true);
    });

    it('says why it cannot be used, and refuses to', async () => {
      const recognizer = await createAbsent();
      await expect(recognizer.available()).resolves.toEqual({ available: false, reason: expect.stringMatching(/./) });
      await expect(collect(recognizer.transcribe(speech()))).rejects.toMatchObject({ code: 'unavailable' });
    });

    it('does not begin when the caller has already left, and ends when they leave', async () => {
      const recognizer = await create();
      const left = collect(recognizer.transcribe(speech(), { signal: AbortSignal.abort() }));
      await expect(left).rejects.toMatchObject({ code: 'cancelled' });
      for await (const part of recognizer.transcribe(speech())) {
        expect(part.text).not.toBe('');
        break;
      }
    });

    it('knows no words in a file without sound', async () => {
      const recognizer = await create();
      const reading = collect(recognizer.transcribe({ path: __filename, mediaType: 'audio/wav' }));
      await expect(reading).rejects.toMatchObject({ code: 'unsupported_media_type' });
    });
  });
}

/** All parts of a file. */
export async function collect(parts: AsyncIterable<SpokenPart>): Promise<SpokenPart[]> {
  const all: SpokenPart[] = [];
  for await (const part of parts) all.push(part);
  return all;
}
