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
});
