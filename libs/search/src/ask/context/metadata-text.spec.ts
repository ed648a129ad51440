import type { Resource } from '@lectern/contracts/knowledge-box';
import { metadataText } from './metadata-text';

const field = (field: string) => ({ field, field_type: 'text' as const });
const label = (label: string, cancelled = false) => ({ labelset: 'topics', label, cancelled_by_user: cancelled });
const resource: Resource = {
  id: 'r1',
  usermetadata: { classifications: [label('sea'), label('air', true)], relations: [] },
  computedmetadata: {
    field_classifications: [{ field: field('a'), classifications: [{ labelset: 'kinds', label: 'note' }] }],
  },
  origin: {
    source: 'API',
    metadata: {},
    tags: [],
    collaborators: ['Ada: "A"'],
    related: [],
    url: 'https://example.org',
  },
  extra: { metadata: { a: { b: [1, 'x: y'] } } },
};
const all = ['extra_metadata', 'ners', 'classification_labels', 'origin'] as const;

describe('metadata as text', () => {
  it('says what is known, in a fixed order, as YAML and lists', () => {
    expect(metadataText(resource, 'r1/t/a', all)).toBe(
      `\n\nDOCUMENT METADATA AT ORIGIN:\ncollaborators:\n  - 'Ada: "A"'\nurl: https://example.org` +
        '\n\nDOCUMENT CLASSIFICATION LABELS:\n - sea (topics)\n - note (kinds)' +
        '\n\nDOCUMENT EXTRA METADATA:\na:\n  b:\n    - 1\n    - "x: y"',
    );
  });

  it('has labels of its own field only', () => {
    expect(metadataText(resource, 'r1/t/b', ['classification_labels'])).toBe(
      '\n\nDOCUMENT CLASSIFICATION LABELS:\n - sea (topics)',
    );
  });

  it('is empty where nothing is known', () => {
    const { origin } = resource;
    const empty = {
      ...origin,
      source: 'API' as const,
      metadata: {},
      tags: [],
      related: [],
      collaborators: [],
      url: '',
    };
    expect(metadataText({ id: 'r1' }, 'r1/t/a', all)).toBe('');
    expect(metadataText({ id: 'r1', origin: empty, extra: { metadata: {} } }, 'r1/t/a', all)).toBe('');
  });

  it('is cut where it is endless', () => {
    const text = metadataText({ id: 'r1', extra: { metadata: { a: 'x'.repeat(100_000) } } }, 'r1/t/a', all);
    expect(text.length).toBeLessThan(20_100);
  });
});
