import { textBytesMax } from './ingest.config';

const mb = 2 ** 20;

describe('textBytesMax', () => {
  it('is what the setting says', () => {
    expect(textBytesMax({ INGEST_TEXTS_MB: 7 }, 1_000 * mb)).toBe(7 * mb);
  });

  it('follows the memory within bounds when there is no setting', () => {
    expect([100, 1_600, 64_000].map((memory) => textBytesMax({}, memory * mb) / mb)).toEqual([16, 100, 256]);
  });
});
