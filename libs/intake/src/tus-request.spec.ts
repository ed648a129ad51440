import fc from 'fast-check';
import { announcedLength, hasBody, isComplete, lengthAfter, readAppend, type Received } from './tus-request';

const size = fc.integer({ min: 0, max: 10_000 });
const growing: Received = { offset: 5, length: 10, finished: false };

describe('the creation of an upload', () => {
  it('says how long it is, or that a later request will', () => {
    expect(announcedLength({ 'tus-resumable': '1.0.0', 'upload-length': '12' })).toBe(12);
    expect(announcedLength({ 'tus-resumable': 'any', 'upload-defer-length': '1' })).toBeNull();
  });

  it.each([
    [{ 'upload-length': '12' }, 'TUS needs a TUS version'],
    [{ 'tus-resumable': '1.0.0' }, 'upload-length header is required'],
    [{ 'tus-resumable': '1.0.0', 'upload-defer-length': '0' }, 'upload-length header is required'],
    [{ 'tus-resumable': '1.0.0', 'upload-length': '-1' }, 'upload-length header is not a number of bytes: -1'],
  ])('is refused as %j', (headers, message) => {
    expect(() => announcedLength(headers)).toThrow(message);
  });

  it('has a body when it has bytes, or does not say how many', () => {
    expect([hasBody({}), hasBody({ 'content-length': '0' })]).toEqual([false, false]);
    expect([hasBody({ 'content-length': '2' }), hasBody({ 'transfer-encoding': 'chunked' })]).toEqual([true, true]);
  });
});

describe('the continuation of an upload', () => {
  it('reads what it says of itself', () => {
    const headers = { 'upload-offset': '0', 'content-length': '3', 'upload-length': '9' };
    expect(readAppend(headers)).toEqual({ offset: 0, sizeBytes: 3, length: 9 });
  });

  it.each([
    [{ 'content-length': '3' }, 'No upload-offset header'],
    [{ 'upload-offset': '0' }, 'content-length header is required'],
    [{ 'upload-offset': '1e3', 'content-length': '3' }, 'upload-offset header is not a number of bytes: 1e3'],
  ])('is refused as %j', (headers, message) => {
    expect(() => readAppend(headers)).toThrow(message);
  });

  it('goes on nowhere but where the upload ends', () => {
    fc.assert(
      fc.property(size, size, size, (offset, stored, sizeBytes) => {
        const go = () => lengthAfter({ offset: stored, length: null, finished: false }, { offset, sizeBytes });
        if (offset === stored) expect(go()).toBeNull();
        else expect(go).toThrow(`Current upload offset(${offset}) does not match object offset ${stored}`);
      }),
      { seed: 3 },
    );
  });

  it('says the length once, and may repeat it', () => {
    const open = { ...growing, length: null };
    const request = { offset: 5, sizeBytes: 2 };
    expect(lengthAfter(open, { ...request, length: 7 })).toBe(7);
    expect(lengthAfter(growing, { ...request, length: 10 })).toBe(10);
    expect(() => lengthAfter(growing, { ...request, length: 11 })).toThrow('upload-length was 10 before');
    expect(() => lengthAfter(open, { ...request, length: 4 })).toThrow('less than the 5 bytes received');
  });

  it('ends at the length of the upload at the latest, whichever request says the length', () => {
    fc.assert(
      fc.property(size, size, size, fc.boolean(), (offset, sizeBytes, more, isDeferred) => {
        const length = offset + more;
        const received = { offset, length: isDeferred ? null : length, finished: false };
        const go = () => lengthAfter(received, { offset, sizeBytes, ...(isDeferred && { length }) });
        if (sizeBytes <= more) expect(go()).toBe(length);
        else expect(go).toThrow(`The bytes end at ${offset + sizeBytes}, beyond the upload-length ${length}`);
      }),
      { seed: 5 },
    );
  });

  it('may be empty behind the end, and nothing else', () => {
    const complete = { offset: 10, length: 10, finished: true };
    expect(lengthAfter(complete, { offset: 10, sizeBytes: 0 })).toBe(10);
    expect(() => lengthAfter(complete, { offset: 10, sizeBytes: 1 })).toThrow('The upload is complete');
  });

  it('completes an upload of known length', () => {
    expect([isComplete(null, 9), isComplete(10, 9), isComplete(10, 10), isComplete(10, 11)]).toEqual([
      false,
      false,
      true,
      true,
    ]);
  });
});
