import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ServiceSchema } from '@lectern/database';
import { entitiesOf, migrationDifferences } from '@lectern/testing';
import type { Type } from '@nestjs/common';

interface Service {
  /** The library and the name of its schema. */
  readonly schema?: Readonly<Record<string, string>>;
}

const apps = join(__dirname, '../..');
const table = readFileSync(join(apps, '../tools/services.json'), 'utf8');
const services: Readonly<Record<string, Service>> = JSON.parse(table);
const schemas = Object.entries(services).flatMap(([service, { schema = {} }]) =>
  Object.entries(schema).map(([lib, name]) => ({ service, lib, name })),
);

describe('the schemas that are migrated', () => {
  it('are those of the services', () => {
    const migrated = readFileSync(join(__dirname, 'main.ts'), 'utf8');
    expect(schemas.length).toBeGreaterThan(3);
    for (const { name } of schemas) expect(migrated).toContain(name);
  });

  it.each(schemas)('$name is the same by migrations and by the entities of all features', async (one) => {
    const schema: ServiceSchema = require(`@lectern/${one.lib}`)[one.name];
    const { modules }: { modules: readonly Type[] } = require(join(apps, one.service, 'src/modules'));
    const entities = [...(schema.entities ?? []), ...entitiesOf(...modules)];
    expect(entities.length).toBeGreaterThan(3);
    expect(await migrationDifferences({ ...schema, entities })).toEqual([]);
  });
});
