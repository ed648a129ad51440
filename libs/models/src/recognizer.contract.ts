import type { Recognizer } from './recognizer';

/** The promises of every recogniser. The one made by `create` can be used; that of `createAbsent` cannot. */
export function recognizerContract(create: () => Promise<Recognizer>, createAbsent: () => Promise<Recognizer>): void {
  describe('as a recogniser', () => {
    const image = new TextEncoder().encode('an image');

    it('says that it can be used, and gives text', async () => {
      const recognizer = await create();
      await expect(recognizer.available()).resolves.toEqual({ available: true });
      await expect(recognizer.recognize(image, { languages: ['en'] })).resolves.toEqual({
        text: expect.any(String),
        pages: expect.any(Array),
      });
    });

    it('says why it cannot be used, and refuses to', async () => {
      const recognizer = await createAbsent();
      await expect(recognizer.available()).resolves.toEqual({ available: false, reason: expect.stringMatching(/./) });
      await expect(recognizer.recognize(image, { languages: [] })).rejects.toMatchObject({ code: 'unavailable' });
    });

    it('does not begin when the caller has already left', async () => {
      const recognizer = await create();
      const reading = recognizer.recognize(image, { languages: [], signal: AbortSignal.abort() });
      await expect(reading).rejects.toMatchObject({ code: 'cancelled' });
    });
  });
}
