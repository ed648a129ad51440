import { AppError } from '@lectern/contracts/core';
import { countBlobs } from './count-blobs';

describe('the count of blobs', () => {
  const store = (present: readonly string[]) => ({
    stat: async (key: string) => {
      if (present.includes(key)) return { sizeBytes: 1 };
      throw new AppError('not_found', 'No such blob');
    },
  });
  const keys = Array.from({ length: 40 }, (_, n) => `kb/1/${n}`);

  it('is that of those that exist, however many are looked up', async () => {
    expect(await countBlobs(store(keys.slice(10, 37)), keys)).toBe(27);
    expect(await countBlobs(store([]), keys)).toBe(0);
    expect(await countBlobs(store(keys), [])).toBe(0);
  });

  it('is unknown when the store is away', async () => {
    const away = { stat: async () => Promise.reject(new AppError('unavailable', 'Away')) };
    await expect(countBlobs(away, keys)).rejects.toMatchObject({ code: 'unavailable' });
  });
});
