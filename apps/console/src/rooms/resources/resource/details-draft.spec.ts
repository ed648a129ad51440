import type { Resource } from '@lectern/contracts/knowledge-box';
import { draftOf, modificationOf } from './details-draft';

const origin = {
  source_id: 's1',
  url: 'https://sea.example/a',
  created: '2026-01-01T10:20:30Z',
  metadata: { page: '3' },
  tags: ['x'],
  collaborators: ['Ada'],
  related: ['r9'],
  source: 'API' as const,
};
const resource: Resource = { id: 'r1', title: 'Ebb', slug: 'ebb', summary: '', origin };
const modified = (change: Partial<ReturnType<typeof draftOf>>) =>
  modificationOf(resource, { ...draftOf(resource), ...change });

describe('the modification that a form asks for', () => {
  it('is empty when nothing changed', () => {
    expect(modified({})).toEqual({});
    expect(modificationOf({ id: 'r2' }, draftOf({ id: 'r2' }))).toEqual({});
  });

  it('has the names that changed, without blanks around them', () => {
    expect(modified({ title: ' Flow ', summary: 'Water.' })).toEqual({ title: 'Flow', summary: 'Water.' });
    expect(modified({ slug: 'flow', language: 'es' })).toEqual({ slug: 'flow', metadata: { language: 'es' } });
  });

  it('has the whole origin when one part of it changed, for a modification replaces it', () => {
    expect(modified({ tags: ['x', 'y'] })).toEqual({
      origin: { ...origin, path: null, filename: null, tags: ['x', 'y'] },
    });
  });

  it('drops what was emptied, and lines of metadata without a key', () => {
    const { origin: next } = modified({ url: '', metadata: [{ key: '', value: 'lost' }], collaborators: [] });
    expect(next).toMatchObject({ url: null, metadata: {}, collaborators: [], related: ['r9'], source_id: 's1' });
  });

  it('keeps the seconds of a time that nobody touched, and sends others with their zone', () => {
    const local = draftOf(resource).created;
    expect(new Date(local).toISOString()).toBe('2026-01-01T10:20:00.000Z');
    expect(modified({ tags: [] }).origin).toMatchObject({ created: '2026-01-01T10:20:30Z' });
    expect(modified({ created: '2026-02-03T04:05' }).origin).toMatchObject({
      created: new Date('2026-02-03T04:05').toISOString(),
    });
    expect(modified({ created: '' }).origin).toMatchObject({ created: null });
  });
});
