import { InProcessBus } from '@lectern/bus';
import { type Principal, unrestricted } from '@lectern/contracts/core';
import type { RequestSecurity } from '@lectern/contracts/search';
import type { KeywordIndex } from '@lectern/keyword-index';
import { Metrics } from '@lectern/runtime';
import fc from 'fast-check';
import { BoxSettings } from '../box/box-settings';
import { BoxLabelsets } from '../box/box-labelsets';
import { BoxSynonyms } from '../box/box-synonyms';
import { Degradation } from '../degradation/degradation';
import { KeywordFields } from './keyword-fields';
import { RequestScopes } from './request-scopes';

const kbid = '11111111-1111-4111-8111-111111111111';
const reader: Principal = { kind: 'sa', id: 'reader', roles: ['READER'] };
const guest: Principal = { kind: 'none', id: '', roles: ['READER'] };
const base = { vectorsets: ['m'], rebuilding: false, embedding: [] };
interface ReadRequest {
  readonly ids?: readonly string[];
  readonly visibility?: unknown;
}

/** Scopes of a box with two resources that have slugs; also returns the recorded reads. */
function scopesOf(settings: { readonly enforceSecurity?: boolean; readonly hiddenResourcesEnabled?: boolean } = {}) {
  const known: Readonly<Record<string, object>> = { moon: { id: 'm1' }, sea: { id: 's1' } };
  const read: ReadRequest[] = [];
  const request = async ({ name }: { readonly name: string }, { body }: { readonly body: ReadRequest }) => {
    if (!body.ids) return { kbid, enforceSecurity: false, hiddenResourcesEnabled: true, ...base, ...settings };
    read.push({ ids: body.ids, visibility: body.visibility });
    const found = body.ids.flatMap((slug) => (known[slug] ? [[slug, known[slug]] as const] : []));
    return { name, resources: Object.fromEntries(found) };
  };
  const bus = Object.assign(new InProcessBus(), { request });
  // None of these requests filters by words.
  const fields = new KeywordFields({} as KeywordIndex);
  const boxes = [
    new BoxSettings(bus),
    new BoxSynonyms(bus, new Degradation(new Metrics())),
    new BoxLabelsets(bus),
  ] as const;
  return { scopes: new RequestScopes(bus, ...boxes, fields), read };
}

describe('what a request may see', () => {
  it('has the groups that it names, the older spelling where there is no newer one', async () => {
    const { scopes } = scopesOf();
    const groupsOf = async (security: object | null) =>
      (await scopes.of(kbid, { security: security as RequestSecurity | null, show_hidden: false }, reader)).visibility
        .groups;
    expect(await groupsOf({ groups: ['/hr'] })).toEqual(['hr']);
    expect(await groupsOf({ access_groups: ['it'] })).toEqual(['it']);
    expect(await groupsOf({ groups: ['hr'], access_groups: ['it'] })).toEqual(['hr']);
    expect(await groupsOf({})).toEqual([]);
    expect(await groupsOf(null)).toBeUndefined();
  });

  it('is what is public where the box enforces security and no groups are named', async () => {
    const { scopes } = scopesOf({ enforceSecurity: true });
    expect((await scopes.of(kbid, { show_hidden: false }, reader)).visibility.groups).toEqual([]);
  });

  it('has hidden resources where they are wanted, or the box hides none', async () => {
    await fc.assert(
      fc.asyncProperty(fc.boolean(), fc.boolean(), async (wanted, hiddenResourcesEnabled) => {
        const { scopes } = scopesOf({ hiddenResourcesEnabled });
        const { visibility } = await scopes.of(kbid, { show_hidden: wanted }, reader);
        expect(visibility.hidden).toBe(wanted || !hiddenResourcesEnabled);
      }),
    );
  });

  it('is what is public for a guest, whatever it says', async () => {
    const { scopes } = scopesOf({ hiddenResourcesEnabled: false });
    const { visibility } = await scopes.of(kbid, { security: { groups: ['hr'] }, show_hidden: true }, guest);
    expect(visibility).toEqual({ groups: [], hidden: false });
  });
});

describe('the slugs of a request', () => {
  it('are found wherever they stand in the filter, unknown ones left out', async () => {
    const { scopes, read } = scopesOf();
    const leaf = (slug: string) => ({ prop: 'resource', slug });
    const filter_expression = { field: { and: [leaf('moon'), { not: leaf('nowhere') }, { or: [leaf('sea')] }] } };
    const { slugs } = await scopes.of(kbid, { filter_expression, show_hidden: false }, reader);
    expect([...slugs]).toEqual([
      ['moon', 'm1'],
      ['sea', 's1'],
    ]);
    expect(read).toEqual([{ ids: ['moon', 'nowhere', 'sea'], visibility: unrestricted }]);
  });

  it('are read as the caller could read them', async () => {
    const { scopes, read } = scopesOf();
    const key: Principal = { ...reader, kind: 'temporal', securityGroups: ['/hr'] };
    const named = { filter_expression: { field: { prop: 'resource', slug: 'moon' } }, show_hidden: false };
    const visibilityFor = async (principal: Principal, request: object = {}) => {
      await scopes.of(kbid, { ...named, ...request }, principal);
      return read.at(-1)?.visibility;
    };
    expect(await visibilityFor(guest)).toEqual({ groups: [], hidden: false });
    expect(await visibilityFor(reader)).toEqual({ hidden: true });
    expect(await visibilityFor(key)).toEqual({ groups: ['hr'], hidden: true });
    expect(await visibilityFor(reader, { security: { groups: ['it'] } })).toEqual({ groups: ['it'], hidden: true });
  });

  it('that the request may not name are answered as missing ones', async () => {
    const { scopes } = scopesOf({ enforceSecurity: true });
    const scope = await scopes.of(kbid, { show_hidden: false }, reader);
    await expect(scopes.resourceOf(scope, { rslug: 'nowhere' })).rejects.toMatchObject({ code: 'not_found' });
    expect(await scopes.resourceOf(scope, { rslug: 'moon' })).toBe('m1');
    expect(await scopes.resourceOf(scope, {})).toBeUndefined();
  });

  it('are not read where there are none', async () => {
    const { scopes, read } = scopesOf();
    expect([(await scopes.of(kbid, { show_hidden: false }, reader)).slugs.size, read]).toEqual([0, []]);
  });
});
