import { AppError } from '../core/errors';
import { DamagedIndexError, DroppedIndexError } from './damaged-index-error';

describe('an index that is made again', () => {
  it('is unavailable for callers, who may try again later', () => {
    for (const error of [new DamagedIndexError('no manifest'), new DroppedIndexError()]) {
      expect(error).toBeInstanceOf(AppError);
      expect([error.code, error.status]).toEqual(['unavailable', 503]);
      expect(error.message).toMatch(/^The index is .*made again/);
    }
  });

  it('says why it is damaged, and keeps the cause for the log', () => {
    const cause = new Error('broken file');
    const error = new DamagedIndexError('no manifest', { cause });
    expect(error.message).toContain('no manifest');
    expect(error.cause).toBe(cause);
  });

  it('may have been damaged or dropped: readers tell them apart', () => {
    expect(new DroppedIndexError()).not.toBeInstanceOf(DamagedIndexError);
    expect(new DamagedIndexError('x')).not.toBeInstanceOf(DroppedIndexError);
  });
});
