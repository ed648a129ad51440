import { randomUUID } from 'node:crypto';
import { unrestricted, validate } from '@lectern/contracts/core';
import { CatalogRequest } from '@lectern/contracts/knowledge-box';
import { slugsIn } from '@lectern/filters';
import { CatalogRepository } from './catalog.repository';
import { ResourceEntity } from '@lectern/resource-store';
import fc from 'fast-check';
import { rowOf } from '../../../filters/fixtures/box-rows';
import { box, type DescribedResource, slugOf } from '../../../filters/fixtures/described-box';
import {
  holds,
  isBetween,
  resourceLabelsOf,
  resourceLeaf,
  severalHold,
  shortPath,
} from '../../../filters/fixtures/filter-meaning';
import {
  catalogTree,
  type FilterRequest,
  labelFilters,
  ranges,
  resourcePaths,
  type Written,
} from '../../../filters/fixtures/filter-requests';
import { RowsWorld } from '../../../resource-store/fixtures/rows-world';
import { withCatalogColumns } from '../../../resource-store/src/resource/resource-columns';
import { filtersOf } from './catalog-conditions';

const REQUESTS_PER_BOX = 200;
/** `FILTER_ORACLE_CASES=100000` is the full run. */
const CASES = Number(process.env.FILTER_ORACLE_CASES ?? 2_000);
const seed = process.env.FILTER_ORACLE_SEED ? Number(process.env.FILTER_ORACLE_SEED) : undefined;

const request: fc.Arbitrary<FilterRequest> = fc
  .tuple(
    fc.oneof(
      { weight: 3, arbitrary: catalogTree.map((resource) => ({ filter_expression: { resource } })) },
      fc.record(
        {
          filters: labelFilters(fc.constantFrom(...resourcePaths)),
          with_status: fc.constantFrom('PENDING', 'PROCESSED', 'ERROR'),
          ...ranges,
        },
        { requiredKeys: [] },
      ),
    ),
    fc.record({ hidden: fc.constantFrom(true, false, null) }, { requiredKeys: [] }),
  )
  .map(([where, which]) => ({ ...where, ...which }));

/** Whether a catalog lists a resource, in the most obvious implementation. */
function lists(asked: FilterRequest, resource: DescribedResource): boolean {
  if (typeof asked.hidden === 'boolean' && asked.hidden !== resource.hidden) return false;
  const { filter_expression: expression } = asked as { filter_expression?: { resource: Written } };
  if (expression) return holds(expression.resource, (leaf) => resourceLeaf(leaf, resource));
  const { filters = [] } = asked as { filters?: readonly Parameters<typeof severalHold>[0][] };
  const labels = resourceLabelsOf(resource);
  const isCarried = (path: string) => labels.some((label) => `${label}/`.startsWith(`${shortPath(path)}/`));
  const isProcessed = resource.status === 'PROCESSED' || resource.status === 'ERROR';
  return (
    filters.every((filter) => severalHold(filter, isCarried)) &&
    (!asked.with_status || (asked.with_status === 'PROCESSED' ? isProcessed : resource.status === 'PENDING')) &&
    isBetween(asked.range_creation_start, resource.created, asked.range_creation_end) &&
    isBetween(asked.range_modification_start, resource.modified, asked.range_modification_end)
  );
}

describe('the catalog of random boxes', () => {
  const catalog = new CatalogRepository();
  let world: RowsWorld;

  beforeAll(async () => {
    world = await RowsWorld.start();
  });
  afterAll(() => world.stop());

  it('lists what random requests mean', async () => {
    const requests = fc.array(request, { minLength: REQUESTS_PER_BOX, maxLength: REQUESTS_PER_BOX });
    const statuses = fc.array(fc.constantFrom('PENDING', 'PROCESSED', 'ERROR', 'EMPTY', 'BLOCKED', 'EXPIRED'), {
      minLength: 8,
      maxLength: 8,
    });
    const property = fc.asyncProperty(box, statuses, requests, async (given, state, all) => {
      const kbid = randomUUID();
      const resources = given.resources.map(
        (one, i) => ({ ...one, status: state[i] ?? 'PENDING' }) as DescribedResource,
      );
      const rows = resources.map((one): object => withCatalogColumns(rowOf(kbid, one)));
      await world.dataSource.manager.insert(ResourceEntity, rows);
      for (const members of all) {
        const asked = validate(CatalogRequest, { ...members });
        const slugs = new Map(resources.map(({ id }) => [slugOf(id), id]));
        expect(slugsIn(asked.filter_expression).every((slug) => slugs.has(slug))).toBe(true);
        const conditions = { kbid, visibility: unrestricted, hidden: asked.hidden ?? undefined };
        const page = { by: 'created', order: 'desc', offset: 0, limit: 200 } as const;
        const found = await world.transactions.read((tx) =>
          catalog.listIds({ ...conditions, filters: filtersOf(asked, slugs) }, page, tx),
        );
        const expected = resources.filter((one) => lists(members, one)).map(({ id }) => id);
        expect([members, found.sort()]).toEqual([members, expected.sort()]);
      }
      await world.dataSource.manager.delete(ResourceEntity, { kbid });
    });
    const {
      failed,
      seed: used,
      errorInstance,
    } = await fc.check(property, {
      numRuns: Math.ceil(CASES / REQUESTS_PER_BOX),
      endOnFailure: true,
      ...(seed !== undefined && { seed }),
    });
    if (failed) throw new Error(`FILTER_ORACLE_SEED=${used}: ${String(errorInstance)}`, { cause: errorInstance });
  }, 3_600_000);
});
