import { isBetweenHosts, type JsonSchema, statusOf } from '@lectern/contracts/core';
import { allOperations } from '@lectern/contracts/operations';
import { builtDescription } from '@lectern/config';

const { answers, comments, operations } = builtDescription();

const forClients = allOperations.filter((operation) => operation.http && !isBetweenHosts(operation));

/** Paths of members of answers without a description. */
function undescribed(schema: unknown, path: string): string[] {
  if (Array.isArray(schema)) return schema.flatMap((item) => undescribed(item, path));
  if (!(schema instanceof Object)) return [];
  return Object.entries(schema).flatMap(([key, value]) =>
    key === 'properties'
      ? Object.entries<JsonSchema>(value).flatMap(([name, member]) => [
          ...(member['description'] === undefined ? [`${path}.${name}`] : []),
          ...undescribed(member, `${path}.${name}`),
        ])
      : undescribed(value, path),
  );
}

describe('the description of the interface', () => {
  it('says of every operation what it does, by its doc comment or its description', () => {
    const silent = forClients.filter(({ name, description }) => !operations[name] && !description);
    expect(silent.map(({ name }) => name)).toEqual([]);
  });

  it('says of every answer, and of each of its members, what it means', () => {
    const types = Object.entries(answers).filter(([, { description }]) => description === undefined);
    expect(types.map(([name]) => name)).toEqual([]);
    expect(Object.entries(answers).flatMap(([name, schema]) => undescribed(schema, name))).toEqual([]);
  });

  it('says what requests consist of', () => {
    expect(Object.keys(comments).filter((name) => comments[name]?.description === undefined)).toEqual([]);
    expect(comments['ResourceTarget']?.members?.['rid']).toContain('32 hex digits');
  });

  it('declares whole numbers of answers as integers, where they are used', () => {
    expect(answers['Queued']?.['properties']).toMatchObject({
      seqid: { anyOf: [{ type: 'integer' }, { type: 'null' }] },
    });
    expect(answers).not.toHaveProperty('Integer');
  });

  it('names failures by codes that exist, in sentences', () => {
    for (const { fails = {} } of forClients) {
      expect(Object.keys(fails).filter((code) => !(code in statusOf))).toEqual([]);
      expect(Object.values(fails).filter((text) => !text.endsWith('.'))).toEqual([]);
    }
  });
});
