import { BoxPartSource, KbdbConfig, SyncConfig } from '@lectern/contracts/agents';
import { compileCatalogExpression, compileFilterExpression } from '@lectern/filters';
import { driverConditions, partSettings } from './box-parts';

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

  it('has documents whose origin meets all conditions, in searches and in lists', () => {
    const origin = [
      { prop: 'origin_source', id: 'wiki-1' },
      { prop: 'origin_path', prefix: '/docs/' },
      { prop: 'origin_tag', tag: 't' },
      { prop: 'origin_collaborator', collaborator: 'ann' },
      { prop: 'origin_metadata', field: 'space', value: 'ENG' },
    ];
    const { filter_expression: found, catalog_filter_expression: listed } = partSettings({ ...partOf({}), origin });
    expect([found, listed]).toEqual([{ field: { and: origin } }, { resource: { and: origin } }]);
    expect(() => compileFilterExpression(found, noSlugs)).not.toThrow();
    expect(() => compileCatalogExpression(listed, noSlugs)).not.toThrow();
  });

  it('has conditions that searches and lists take', () => {
    const { filter_expression: found, catalog_filter_expression: listed } = partSettings(
      partOf({ filter_expression: own, labels: ['topics/goats'], resource_filters: [ID] }),
    );
    expect(() => compileFilterExpression(found, noSlugs)).not.toThrow();
    expect(() => compileCatalogExpression(listed, noSlugs)).not.toThrow();
  });
});

describe('a driver of connections', () => {
  const driver = (members: Partial<SyncConfig>) => Object.assign(new SyncConfig(), { kbid: ID, ...members });
  const through = (id: string) => ({ prop: 'origin_source', id });

  it('searches and lists what came through one of them, beside its own conditions', () => {
    const given = {
      connection_ids: ['a', 'b'],
      filter_expression: own,
      catalog_filter_expression: { resource: label },
    };
    const { filter_expression: found, catalog_filter_expression: listed } = driverConditions(driver(given));
    const any = { or: [through('a'), through('b')] };
    expect(found).toEqual({ field: { and: [own.field, any] } });
    expect(listed).toEqual({ resource: { and: [label, any] } });
    expect(() => compileFilterExpression(found, noSlugs)).not.toThrow();
    expect(() => compileCatalogExpression(listed, noSlugs)).not.toThrow();
  });

  it('searches what came through any connection where it names none', () => {
    const any = { prop: 'origin_source' };
    expect(driverConditions(driver({}))).toMatchObject({
      filter_expression: { field: any },
      catalog_filter_expression: { resource: any },
    });
  });

  it('is one of them only where it is of their kind', () => {
    const box = Object.assign(new KbdbConfig(), { kbid: ID });
    expect(driverConditions(box)).toBe(box);
  });
});
