import { resourceRow } from '../../../resource-store/fixtures/resource-row';
import { givenLabels, indexedLabels } from './resource-labels';

const labelsOf = (members: Parameters<typeof resourceRow>[2]) => indexedLabels(resourceRow('box', 'r', members));
const origin = { source: 'API' as const, metadata: {}, tags: [], collaborators: [], related: [] };

describe('the labels of a resource', () => {
  it('say what it is and how it stands', () => {
    expect(labelsOf({})).toEqual(['/n/s/PROCESSED', '/n/i/text/plain', '/s/p/en', '/s/s/en']);
    expect(labelsOf({ status: 'PENDING', language: '' })).toEqual(['/n/s/PENDING', '/n/i/text/plain']);
    for (const status of ['ERROR', 'EMPTY', 'EXPIRED'] as const)
      expect(labelsOf({ status, language: '' })).toContain(`/n/s/${status}`);
  });

  it('name each language once, the primary one also as such', () => {
    expect(labelsOf({ language: 'en', languages: ['fr', 'en', ''] }).filter((label) => label.startsWith('/s'))).toEqual(
      ['/s/p/en', '/s/s/en', '/s/s/fr'],
    );
  });

  it('are its classifications, unless the user cancelled them', () => {
    const classified = (label: string, cancelled: boolean) => ({
      labelset: 'topics',
      label,
      cancelled_by_user: cancelled,
    });
    const labels = labelsOf({ classifications: [classified('sea', false), classified('land', true)] });
    expect(labels).toContain('/l/topics/sea');
    expect(labels).not.toContain('/l/topics/land');
  });

  it('are where it comes from', () => {
    const labels = labelsOf({
      origin: {
        ...origin,
        tags: ['a'],
        metadata: { k: 'v' },
        path: '//folder/file',
        source_id: 's',
        collaborators: ['ann'],
      },
    });
    expect(labels.slice(4)).toEqual(['/t/a', '/m/k/v', '/p/folder/file', '/u/s/s', '/u/o/ann']);
  });

  it('are short, however long the metadata is', () => {
    const [label = ''] = labelsOf({ origin: { ...origin, metadata: { ['k'.repeat(500)]: 'v'.repeat(500) } } }).slice(
      -1,
    );
    expect(label).toBe(`/m/${'k'.repeat(255)}/${'v'.repeat(255)}`);
  });
});

describe('the labels that agents give', () => {
  const sea = { labelset: 'topics', label: 'sea' };
  const land = { labelset: 'topics', label: 'land' };
  const field = { field_type: 'text', field: 'body' } as const;
  const key = 'r/t/body/0-3';
  const augmentations = [
    {
      task: 'labeler',
      field,
      version: '1',
      texts: [],
      entities: {},
      relations: [],
      questions: [],
      classifications: [sea, land],
      paragraphs: [{ key, classifications: [sea, land] }],
    },
  ];
  const cancelled = { ...sea, cancelled_by_user: true };
  const labelsIn = (members: Parameters<typeof resourceRow>[2]) => {
    const row = resourceRow('box', 'r', { augmentations, ...members });
    const { ofFields, ofParagraphs } = givenLabels(row);
    return [ofFields.get('t/body'), ofParagraphs.get(key)];
  };

  it('keep labels of a field under another path than labels of its paragraphs', () => {
    expect(labelsIn({})).toEqual([
      ['/fl/topics/sea', '/fl/topics/land'],
      ['/l/topics/sea', '/l/topics/land'],
    ]);
  });

  it('do not count for any field when users cancel them for the resource', () => {
    expect(labelsIn({ classifications: [cancelled] })).toEqual([
      ['/fl/topics/land'],
      ['/l/topics/sea', '/l/topics/land'],
    ]);
  });

  it('do not count for a paragraph when users cancel them there', () => {
    const annotations = [{ field, question_answers: [], paragraphs: [{ key, classifications: [cancelled] }] }];
    expect(labelsIn({ annotations })).toEqual([['/fl/topics/sea', '/fl/topics/land'], ['/l/topics/land']]);
  });
});
