import { AppError } from '@lectern/contracts/core';
import { isSuspicious, namesDamage } from './table-damage';

describe('namesDamage', () => {
  it.each([
    'Invalid input, file does not appear to be a Lance file (invalid magic: [76, 65, 78, 67])',
    'LanceError(IO): failed to decode Protobuf message: Manifest.fields: delimited length exceeded',
    'LanceError(IO): Generic LocalFileSystem error: failed to fill whole buffer',
    'LanceError(IO): Generic memory error: Invalid range 0..828 for object of size 414 bytes',
    'LanceError(IO): file size is too small',
    'Encountered corrupt file binary mini-block: value offset at position 76 decreases',
    'Not found: index/keywords/a.lance/data/0110.lance',
    'Invalid input, Global buffer 0 range 256..120259084683 is outside file of size 795',
  ])('holds of %s', (message) => expect(namesDamage(new Error(message))).toBe(true));

  it.each([
    'Panic in async function',
    "Table 'a' was not found",
    'LanceError(IO): Generic LocalFileSystem error: Unable to open file a.lance/data/0.lance: Too many open files (os error 24)',
    'LanceError(IO): failed to fill whole buffer: No space left on device (os error 28)',
    'Commit conflict for version 7: retryable',
    'Query timeout: 15s',
  ])('does not hold of %s', (message) => expect(namesDamage(new Error(message))).toBe(false));
});

describe('isSuspicious', () => {
  it('holds of what may have any cause, and of nothing that passes or is the caller’s', () => {
    expect(isSuspicious(new Error('Panic in async function'))).toBe(true);
    expect(isSuspicious(new Error('Input/output error (os error 5)'))).toBe(false);
    expect(isSuspicious(new Error('Too many concurrent writers'))).toBe(false);
    expect(isSuspicious(new Error('Cannot allocate memory (os error 12)'))).toBe(false);
    expect(isSuspicious(new AppError('cancelled', 'corrupt file'))).toBe(false);
  });
});
