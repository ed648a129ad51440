import { retagged, tagsOf, withTitleTerms, titleTermsOf } from './tags';

describe('tagsOf', () => {
  const resource = { rid: 'r', version: 1, createdMs: 0, modifiedMs: 0, hidden: false, groups: [], labels: ['/l/a/b'] };

  it('carries every label with those above it, once, those of the resource apart from its own', () => {
    expect(tagsOf(resource, { field: 't/body', language: 'de', labels: ['/l/a/c'] })).toEqual([
      'public',
      'r:/l/a/b',
      'r:/l/a',
      'r:/l',
      'x:de',
      'f:t/body',
      'f:t',
      'l:/l/a/c',
      'l:/l/a',
      'l:/l',
    ]);
  });

  it('is public only without groups', () => {
    const tags = tagsOf(
      { ...resource, groups: ['public', ''], hidden: true },
      { field: 't/x', language: '', labels: [] },
    );
    expect(tags.slice(0, 3)).toEqual(['g:public', 'g:', 'hidden']);
  });
});

describe('retagged', () => {
  const part = { field: 't/body', language: 'de', labels: ['/l/a/c', '/k/table'] };
  const resource = {
    rid: 'r',
    version: 1,
    createdMs: 0,
    modifiedMs: 0,
    hidden: true,
    groups: ['a'],
    labels: ['/l/a/b'],
  };
  const changed = { ...resource, hidden: false, groups: ['b', 'c'], labels: ['/l/a/c/d', '/n'] };

  const row = { id: 'r/t/a/0-1', field: part.field };

  it('is what the row would have if it had been made of the new state', () => {
    const tags = retagged(changed, row, tagsOf(resource, part));
    expect([...tags].sort()).toEqual([...tagsOf(changed, part)].sort());
    expect(retagged(resource, row, tags).sort()).toEqual([...tagsOf(resource, part)].sort());
  });

  it('takes no name for a tag of the row itself', () => {
    const names = ['empty', 'public', 'hidden', 'l:/l/x', 'f:t', 'x:de', 'r:/l/y', 't:moon'];
    const odd = { ...resource, groups: names, labels: names };
    expect(retagged(changed, row, tagsOf(odd, part)).sort()).toEqual(tagsOf(changed, part).sort());
  });

  it('leaves to a row which terms of its title it lacks', () => {
    const [before, terms] = [tagsOf(resource, part), ['moon', "it's"]];
    expect(titleTermsOf(withTitleTerms(before, terms))).toEqual(terms);
    expect(retagged(changed, row, withTitleTerms(before, terms)).sort()).toEqual(
      withTitleTerms(tagsOf(changed, part), terms).toSorted(),
    );
  });

  it('leaves a row without content to be found by nothing', () => {
    expect(retagged(changed, row, ['empty'])).toEqual(['empty']);
  });

  it('has the labels that are given to the row in place of earlier ones, and its other labels', () => {
    const labels = ['/k/text', '/e/L/l', '/l/x/y', '/fl/x/z', '/lx'];
    const ofFields = new Map([[row.field, ['/fl/new/one']]]);
    const ofParagraphs = new Map([[row.id, ['/l/new/two']]]);
    const now = { ...part, labels: ['/k/text', '/e/L/l', '/lx', '/fl/new/one', '/l/new/two'] };
    const given = { ...changed, given: { ofFields, ofParagraphs } };
    expect(retagged(given, row, tagsOf(resource, { ...part, labels })).sort()).toEqual(tagsOf(changed, now).toSorted());
  });
});
