import type { FieldAugmentation } from '@lectern/contracts/knowledge-box';
import { augmentationOf } from './augmentations';
import { alignedResource } from './aligned-names';

const merges = {
  labels: [{ labelset: 'topic', from: 'Contracts', to: 'contract' }],
  entities: [{ group: 'ORG', from: 'ACME', to: 'Acme Inc.' }],
};
const topic = (label: string) => ({ labelset: 'topic', label });
const mention = (text: string, start: number, label = 'ORG') => ({
  text,
  label,
  positions: [{ start, end: start + 4 }],
});
const node = (value: string, group = 'ORG') => ({ value, type: 'entity' as const, group });

function resourceWith(found: Partial<FieldAugmentation>, members: object = {}) {
  const nothing = { classifications: [], paragraphs: [], entities: {}, relations: [], questions: [], texts: [] };
  const one = augmentationOf('task', { letter: 't', id: 'a', version: '1', ...nothing });
  return { classifications: [], annotations: [], relations: [], ...members, augmentations: [{ ...one, ...found }] };
}

describe('a resource with merged names', () => {
  it('has the label that stays wherever it had one that goes, once', () => {
    const paragraph = { key: 'p', classifications: [topic('Contracts'), topic('contract')] };
    const user = [topic('Contracts'), { labelset: 'other', label: 'Contracts' }];
    const annotations = [{ field: { field_type: 'text', field: 'a' }, paragraphs: [paragraph] }];
    const resource = resourceWith(
      { classifications: [topic('contract'), topic('Contracts')], paragraphs: [paragraph] },
      { classifications: user.map((one) => ({ ...one, cancelled_by_user: false })), annotations },
    );
    const aligned = alignedResource(resource, merges);
    expect(aligned.classifications).toMatchObject([topic('contract'), { labelset: 'other', label: 'Contracts' }]);
    expect(aligned.augmentations[0]).toMatchObject({
      classifications: [topic('contract')],
      paragraphs: [{ key: 'p', classifications: [topic('contract')] }],
    });
    expect(aligned.annotations).toMatchObject([{ paragraphs: [{ classifications: [topic('contract')] }] }]);
  });

  it('has a label that a user cancelled under one name only', () => {
    const cancelled = { ...topic('Contracts'), cancelled_by_user: true };
    const given = { ...topic('contract'), cancelled_by_user: false };
    const labelsOf = (...classifications: (typeof given)[]) =>
      alignedResource(resourceWith({}, { classifications }), merges).classifications;
    expect(labelsOf(cancelled, given)).toEqual([given]);
    expect(labelsOf(cancelled)).toEqual([{ ...cancelled, label: 'contract' }]);
  });

  it('mentions an entity under the name that stays, at all places, and relates it so', () => {
    const unplaced = { paragraph_id: null, source_start: null, source_end: null, to_start: null, to_end: null };
    const metadata = { ...unplaced, data_augmentation_task_id: 'orgs' };
    const relation = {
      relation: 'ENTITY' as const,
      label: 'owns',
      from: node('ACME'),
      to: node('ACME', 'PLACE'),
      metadata,
    };
    const entities = { orgs: [mention('ACME', 20), mention('Acme Inc.', 5), mention('ACME', 40, 'PLACE')] };
    const [found] = alignedResource(resourceWith({ entities, relations: [relation] }), merges).augmentations;
    expect(found?.entities).toEqual({
      orgs: [
        {
          text: 'Acme Inc.',
          label: 'ORG',
          positions: [expect.objectContaining({ start: 5 }), expect.objectContaining({ start: 20 })],
        },
        mention('ACME', 40, 'PLACE'),
      ],
    });
    expect(found?.relations).toMatchObject([{ from: node('Acme Inc.'), to: node('ACME', 'PLACE') }]);
  });

  it('relates an entity under the name that stays where a user said so', () => {
    const relations = [{ relation: 'OTHER', label: 'owns', from: node('ACME'), to: node('ACME', 'PLACE') }];
    const { relations: aligned } = alignedResource(resourceWith({}, { relations }), merges);
    expect(aligned).toMatchObject([{ from: node('Acme Inc.'), to: node('ACME', 'PLACE') }]);
  });

  it('without any of the names stays as it is', () => {
    const resource = resourceWith({ classifications: [topic('sea')] });
    expect(alignedResource(resource, merges)).toEqual(resource);
  });
});
