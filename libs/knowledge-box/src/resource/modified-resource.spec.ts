import { validate } from '@lectern/contracts/core';
import { ModifyResourcePayload } from '@lectern/contracts/knowledge-box';
import fc from 'fast-check';
import { resourceRow } from '../../../resource-store/fixtures/resource-row';
import { modifiedResource } from './modified-resource';

const label = { labelset: 'topics', label: 'sea', cancelled_by_user: false };
const resource = resourceRow('box', 'a'.repeat(32), {
  slug: 'tides',
  title: 'Tides',
  summary: 'On the moon',
  thumbnail: 'thumb',
  language: 'en',
  languages: ['en'],
  titleIsProvisional: true,
  summaryIsProvisional: true,
  metadata: { a: '1' },
  classifications: [label],
  accessGroups: ['hr'],
  hidden: true,
  extra: { metadata: { x: 1 } },
  origin: { source: 'API', metadata: {}, tags: ['old'], collaborators: [], related: [] },
});
const settings = { hiddenResourcesEnabled: true, hiddenResourcesHideOnCreation: true };
const changed = (payload: object, own = settings) =>
  modifiedResource(resource, validate(ModifyResourcePayload, payload), own);

/** Members of a payload, each with the resulting change of the resource. */
const changes = {
  slug: [{ slug: 'moon' }, { slug: 'moon' }],
  title: [{ title: 'Moon' }, { title: 'Moon', titleIsProvisional: false }],
  summary: [{ summary: 'On tides' }, { summary: 'On tides', summaryIsProvisional: false }],
  thumbnail: [{ thumbnail: 'other' }, { thumbnail: 'other' }],
  hidden: [{ hidden: false }, { hidden: false }],
  usermetadata: [{ usermetadata: { classifications: [] } }, { classifications: [] }],
  security: [{ security: { access_groups: ['it', 'it', '/hr'] } }, { accessGroups: ['it', '/hr'] }],
  extra: [{ extra: { metadata: { y: 2 } } }, { extra: { metadata: { y: 2 } } }],
} as const;

describe('a change of a resource', () => {
  it('that says nothing leaves it as it is', () => {
    expect(changed({})).toEqual(resource);
    expect(changed({ slug: null, title: '', summary: '', thumbnail: '', hidden: null })).toEqual(resource);
  });

  it('changes what it mentions, and keeps everything else', () => {
    const names = fc.subarray(Object.keys(changes) as (keyof typeof changes)[]); // the table's own keys
    fc.assert(
      fc.property(names, (mentioned) => {
        const parts = mentioned.map((name) => changes[name]);
        const payload = Object.assign({}, ...parts.map(([sent]) => sent));
        expect(changed(payload)).toEqual(Object.assign({ ...resource }, ...parts.map(([, after]) => after)));
      }),
    );
  });

  it('never makes a restricted resource public, unless it says so', () => {
    expect(changed({ title: 'Moon', hidden: true, security: null }).accessGroups).toEqual(['hr']);
    expect(changed({ security: { access_groups: [] } }).accessGroups).toEqual([]);
  });

  it('adds to metadata and languages, and replaces origin and classifications', () => {
    const after = changed({
      metadata: { metadata: { b: '2' }, language: 'de', languages: ['de', 'en'] },
      origin: { tags: ['new'] },
      usermetadata: { classifications: [{ labelset: 'topics', label: 'moon' }] },
    });
    expect(after).toMatchObject({ metadata: { a: '1', b: '2' }, language: 'de', languages: ['en', 'de'] });
    expect(after.origin).toMatchObject({ tags: ['new'], source: 'API' });
    expect(after.classifications.map((one) => one.label)).toEqual(['moon']);
  });

  it('hides nothing where nothing is hidden, and shows what is', () => {
    const off = { ...settings, hiddenResourcesEnabled: false };
    expect(() => changed({ hidden: true }, off)).toThrow(expect.objectContaining({ code: 'invalid_request' }));
    expect(changed({ hidden: false }, off).hidden).toBe(false);
    expect(changed({ title: 'Moon' }, off).hidden).toBe(true);
  });

  it('is the same when it is made twice', () => {
    const names = fc.subarray(Object.keys(changes) as (keyof typeof changes)[]); // the table's own keys
    fc.assert(
      fc.property(names, (mentioned) => {
        const payload = validate(
          ModifyResourcePayload,
          Object.assign({}, ...mentioned.map((name) => changes[name][0])),
        );
        const once = modifiedResource(resource, payload, settings);
        expect(modifiedResource(once, payload, settings)).toEqual(once);
      }),
    );
  });
});
