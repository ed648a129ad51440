import { validate } from '@lectern/contracts/core';
import { CreateResourcePayload } from '@lectern/contracts/knowledge-box';
import { statedRelations } from './stated-relations';

const stated = (relations: object[]) =>
  statedRelations('r', validate(CreateResourcePayload, { usermetadata: { relations } }).usermetadata?.relations ?? []);

describe('relations that users state', () => {
  it('start at the resource unless they say otherwise, and have every member', () => {
    const to = { value: 'Ada', type: 'user' };
    expect(stated([{ relation: 'COLAB', to }])).toEqual([
      {
        relation: 'COLAB',
        label: null,
        metadata: null,
        from: { value: 'r', type: 'resource', group: null },
        to: { ...to, group: null },
      },
    ]);
    const whole = {
      relation: 'OTHER',
      label: 'knows',
      metadata: { paragraph_id: 'p', source_start: 0 },
      from: { value: 'Bo', type: 'entity', group: 'PERSON' },
      to,
    };
    expect(stated([whole])).toMatchObject([
      { ...whole, metadata: { paragraph_id: 'p', source_start: 0, source_end: null, data_augmentation_task_id: null } },
    ]);
  });
});
