import { join } from 'node:path';
import { membersOf } from '../../validation/answers.fixture';
import { beyond, list, text } from '../../validation/requests.fixture';
import { refusals } from '../../validation/refused.fixture';
import { CreateResourcePayload } from '../resource-payload/resource-payload.dto';
import { relationNodeTypes, relationTypes } from './relation.dto';

const refused = (...relations: object[]) => refusals(CreateResourcePayload, { usermetadata: { relations } });
const to = (type: string) => ({ value: 'x', type, group: 'G' });
const needed: Readonly<Record<string, string>> = { CHILD: 'resource', COLAB: 'user', ENTITY: 'entity' };

describe('a relation that a user states', () => {
  it('leads where its kind leads', () => {
    for (const relation of relationTypes)
      for (const type of relationNodeTypes)
        expect([relation, type, refused({ relation, to: to(type) })]).toEqual([
          relation,
          type,
          (needed[relation] ?? type) === type
            ? []
            : [expect.stringContaining(`Relations of type ${relation} lead to a node of type ${needed[relation]}`)],
        ]);
  });

  it('names the group of an entity, at both ends', () => {
    const entity = { value: 'Ada', type: 'entity' };
    const problem = `Value error, All entity values must define a 'group'`;
    expect(refused({ relation: 'ENTITY', to: entity })).toEqual([`usermetadata.relations.0.to: ${problem}`]);
    expect(refused({ relation: 'OTHER', from: entity, to: to('user') })).toEqual([
      `usermetadata.relations.0.from: ${problem}`,
    ]);
  });

  it('has a kind and a destination', () => {
    expect(refused({})).toEqual([
      'usermetadata.relations.0.relation: Field required',
      'usermetadata.relations.0.to: Field required',
    ]);
    expect(refused({ relation: 'LIKES', to: to('user') })).toHaveLength(1);
    expect(refused({ relation: 'OTHER', to: to('planet') })).toHaveLength(1);
  });

  it('has bounds', () => {
    const one = { relation: 'OTHER', to: to('user') };
    expect(refused(...Array.from({ length: 1_000 }, () => one))).toEqual([]);
    expect(refused(...Array.from({ length: 1_001 }, () => one))).toHaveLength(1);
    const long = (length: number) => ({ relation: 'OTHER', to: { value: 'x'.repeat(length), type: 'user' } });
    expect(refused(long(2_048))).toEqual([]);
    expect(refused(long(2_049))).toHaveLength(1);
    expect(refused(...Array.from({ length: 200 }, () => long(2_048)))).toEqual([
      expect.stringContaining('longer than 400000 characters of JSON'),
    ]);
    expect(refused({ ...one, metadata: { source_start: -1 } })).toHaveLength(1);
    expect(refused({ ...one, metadata: { paragraph_id: 'a', source_start: 0, to_end: 9 } })).toEqual([]);
  });

  it('has a name of at most 1,024 characters, and a place within its paragraph', () => {
    const one = { relation: 'OTHER', to: to('user') };
    const place = 'usermetadata.relations.0';
    expect(beyond(1_024, (size) => refused({ ...one, label: text(size) }))).toEqual([
      `${place}.label: String should have at most 1024 characters`,
    ]);
    for (const member of ['source_start', 'source_end', 'to_start', 'to_end']) {
      const at = (offset: number) => refused({ ...one, metadata: { [member]: offset } });
      expect(at(0)).toEqual([]);
      expect(at(-1)).toEqual([`${place}.metadata.${member}: Input should be greater than or equal to 0`]);
      expect(beyond(2_147_483_647, at)).toEqual([
        `${place}.metadata.${member}: Input should be less than or equal to 2147483647`,
      ]);
    }
    for (const member of ['paragraph_id', 'data_augmentation_task_id'])
      expect(beyond(1_024, (size) => refused({ ...one, metadata: { [member]: text(size) } }))).toEqual([
        `${place}.metadata.${member}: String should have at most 1024 characters`,
      ]);
  });

  it('has at most 400,000 characters of JSON, with all others of its resource', () => {
    const relations = (size: number) =>
      list(199, (index) => ({ relation: 'OTHER', to: { value: text(index < 198 ? 1_960 : size), type: 'user' } }));
    const others = JSON.stringify(relations(0)).length;
    expect(beyond(400_000 - others, (size) => refused(...relations(size)))).toEqual([
      'usermetadata.relations: Value error, longer than 400000 characters of JSON',
    ]);
  });

  it('may start elsewhere, and have no name, place or group', () => {
    const nothing = { label: null, metadata: null, from: null };
    expect(refused({ relation: 'ABOUT', to: { value: 'topics/sea', type: 'label', group: null }, ...nothing })).toEqual(
      [],
    );
    expect(refused({ relation: 'SYNONYM', from: to('entity'), to: to('entity'), other: 1 })).toEqual([]);
    expect(refused({ relation: 'OTHER', to: { type: 'label' } })).toEqual([
      'usermetadata.relations.0.to.value: Field required',
    ]);
  });

  it('is read with all members, null where nothing was sent', () => {
    const answer = (name: string) => membersOf(join(__dirname, 'relation.dto.ts'), name);
    expect(answer('Relation')).toBe('relation, label|null, metadata|null, from, to');
    expect(answer('StoredRelationNode')).toBe('value, type, group|null');
    expect(answer('StoredRelationPlace')).toBe(
      'paragraph_id|null, source_start|null, source_end|null, to_start|null, to_end|null, ' +
        'data_augmentation_task_id|null',
    );
  });
});
