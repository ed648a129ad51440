import { BoxPartSource } from '@lectern/contracts/agents';
import { compileCatalogExpression, compileFilterExpression } from '@lectern/filters';
import { partSettings } from './box-parts';

const partOf = (members: Partial<BoxPartSource>) => Object.assign(new BoxPartSource(), { type: 'kbdb', ...members });
const label = { prop: 'label', labelset: 'topics', label: 'goats' };
const own = { field: { prop: 'language', language: 'en' } };
const ID = '0123456789abcdef0123456789abcdef';
const noSlugs = new Map<string, string>();

describe('a part of a knowledge box', () => {
  it('is all of it where it names no conditions', () => {
    expect(partSettings(partOf({ description: 'All' }))).toEqual({
      description: 'All',
      filters: [],
      filter_expression: undefined,
    });
  });

  it('has documents with all of its labels, in searches and in lists', () => {
    const { filter_expression: found, catalog_filter_expression: listed } = partSettings(
      partOf({ labels: ['topics/goats', 'topics'] }),
    );
    const all = { and: [label, { prop: 'label', labelset: 'topics' }] };
    expect(listed).toEqual({ resource: all });
    expect(JSON.stringify(found)).toContain(JSON.stringify(all));
  });

  it('keeps slashes in the names of labels', () => {
    expect(partSettings(partOf({ labels: ['topics/goats/ibex'] })).catalog_filter_expression).toEqual({
      resource: { and: [{ ...label, label: 'goats/ibex' }] },
    });
  });

  it('has any of its resources', () => {
    const { catalog_filter_expression: listed } = partSettings(partOf({ resource_filters: ['a', 'b'] }));
    const any = [
      { prop: 'resource', id: 'a' },
      { prop: 'resource', id: 'b' },
    ];
    expect(listed).toEqual({ resource: { and: [{ or: any }] } });
  });

  it('narrows its own expression, and never widens it', () => {
    expect(partSettings(partOf({ filter_expression: own })).filter_expression).toEqual(own);
    const { filter_expression: both } = partSettings(partOf({ filter_expression: own, labels: ['topics/goats'] }));
    const text = JSON.stringify(both);
    expect(text).toContain(JSON.stringify(own.field));
    expect(text).toContain(JSON.stringify(label));
    expect(text).not.toContain('"or"');
  });

  it('has conditions that searches and lists take', () => {
    const { filter_expression: found, catalog_filter_expression: listed } = partSettings(
      partOf({ filter_expression: own, labels: ['topics/goats'], resource_filters: [ID] }),
    );
    expect(() => compileFilterExpression(found, noSlugs)).not.toThrow();
    expect(() => compileCatalogExpression(listed, noSlugs)).not.toThrow();
  });
});
