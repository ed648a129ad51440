import { tagsOf, withAncestors } from './tags';

describe('tagsOf', () => {
  const resource = { rid: 'r', version: 1, createdMs: 0, modifiedMs: 0, hidden: false, groups: [], labels: ['/l/a/b'] };

  it('carries every label with those above it, once', () => {
    expect(tagsOf(resource, { field: 't/body', language: 'de', labels: ['/l/a/c'] })).toEqual([
      'public',
      'x:de',
      'f:t/body',
      'f:t',
      'l:/l/a/b',
      'l:/l/a',
      'l:/l',
      'l:/l/a/c',
    ]);
  });

  it('is public only without groups', () => {
    const tags = tagsOf(
      { ...resource, groups: ['public', ''], hidden: true },
      { field: 't/x', language: '', labels: [] },
    );
    expect(tags.slice(0, 3)).toEqual(['g:public', 'g:', 'hidden']);
  });

  it('takes odd paths as they are', () => {
    expect(withAncestors('/')).toEqual(['/']);
    expect(withAncestors('plain')).toEqual(['plain']);
    expect(withAncestors('/a//b')).toEqual(['/a//b', '/a/', '/a']);
  });
});
