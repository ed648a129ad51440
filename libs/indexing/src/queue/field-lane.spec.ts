import { fetchLink, readFile, understandText } from '@lectern/contracts/knowledge-box';
import { newFileField, newLinkField, newTextField } from '@lectern/resource-store';
import { fieldJob, laneOf, QUICK_CHARS_MAX } from './field-lane';

const now = new Date();
const resource = { kbid: 'kb', rid: 'r' };
const text = (chars: number) => newTextField('t', { body: 'x'.repeat(chars), format: 'PLAIN' });
const link = newLinkField('l', { uri: 'https://example.org', headers: {}, cookies: {}, localstorage: {} }, now);
const file = (sizeBytes: number, blobKey: string | null = 'key') =>
  newFileField('f', { uri: 'u', contentType: '', filename: '', md5: '', sizeBytes, blobKey }, { now });
const priorityOf = (field: Parameters<typeof fieldJob>[1]) => fieldJob(resource, field).priority;

describe('A field', () => {
  it('that takes next to no time is understood with its resource', () => {
    expect(laneOf(text(QUICK_CHARS_MAX))).toBeUndefined();
  });

  it('that takes its time has a task for its kind of work', () => {
    expect(laneOf(text(QUICK_CHARS_MAX + 1))).toBe(understandText);
    expect(laneOf(link)).toBe(fetchLink);
    expect(laneOf(file(1, null))).toBe(fetchLink);
    expect(laneOf(file(1))).toBe(readFile);
  });

  it('overtakes larger ones, and is overtaken when it was cut', () => {
    const priorities = [file(1), file(1024 ** 2 + 1), file(5 * 1024 ** 2), file(2 ** 40)].map(priorityOf);
    expect(priorities).toEqual([0, 1, 2, 8]);
    expect(fieldJob(resource, file(1), { isAgain: true }).priority).toBe(9);
  });

  it('has one task at a time, for each of its versions', () => {
    const { key, serialBy, tenant, payload } = fieldJob(resource, link);
    expect([key, serialBy, tenant]).toEqual(['field:kb/r/u/l', 'field:kb/r/u/l', 'kb']);
    expect(payload).toEqual({ ...resource, letter: 'u', id: 'l' });
  });
});
