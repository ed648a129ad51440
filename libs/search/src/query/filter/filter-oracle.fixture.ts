import { InProcessBus } from '@lectern/bus';
import {
  type AnyOperation,
  canonicalLabel,
  AppError,
  type IndexFilter,
  isVisible,
  type Principal,
  systemPrincipal,
  validate,
  type Visibility,
} from '@lectern/contracts/core';
import {
  type KeyValueQuery,
  matchKeyValues,
  readParagraphLabelsets,
  readResources,
  readRetrievalSettings,
} from '@lectern/contracts/knowledge-box';
import { FindRequest } from '@lectern/contracts/search';
import type { KeywordIndex } from '@lectern/keyword-index';
import type { ExtractedFieldEntity, ResourceEntity } from '@lectern/resource-store';
import { Metrics } from '@lectern/runtime';
import fc from 'fast-check';
import { extractedOf, rowOf, vectorsOf } from '../../../../filters/fixtures/box-rows';
import type { FactRows } from '../../../../knowledge-box/fixtures/fact-rows';
import { box, type DescribedBox, labelsets } from '../../../../filters/fixtures/described-box';
import {
  finds,
  labelsOf,
  matchesOwnWords,
  matchesWords,
  paragraphsOf,
} from '../../../../filters/fixtures/filter-meaning';
import { asked as randomAsked, type Asked, type Caller } from '../../../../filters/fixtures/filter-requests';
import { indexUpdate, keywordRecord } from '../../../../indexing/src/puts/keyword-record';
import { vectorRecord } from '../../../../indexing/src/puts/vector-record';
import { BoxLabelsets } from '../../box/box-labelsets';
import { BoxSettings } from '../../box/box-settings';
import { BoxSynonyms } from '../../box/box-synonyms';
import { Degradation } from '../../degradation/degradation';
import { parseQuery } from '@lectern/text';
import { compileQuery } from '../compile-query';
import { KeywordFields } from '../keyword-fields';
import { RequestScopes } from '../request-scopes';

const REQUESTS_PER_BOX = 200;
/** Requests per engine; `FILTER_ORACLE_CASES=100000` is the full run. */
const CASES = Number(process.env.FILTER_ORACLE_CASES ?? 600);
const seed = process.env.FILTER_ORACLE_SEED ? Number(process.env.FILTER_ORACLE_SEED) : undefined;

/** Runs a property on random boxes, many requests each; a failure prints the seed for `FILTER_ORACLE_SEED`. */
export async function onRandomBoxes(
  check: (given: DescribedBox, all: readonly Asked[]) => Promise<void>,
): Promise<void> {
  const requests = fc.array(randomAsked, { minLength: REQUESTS_PER_BOX, maxLength: REQUESTS_PER_BOX });
  const numRuns = Math.ceil(CASES / REQUESTS_PER_BOX);
  // Report only the request that failed instead of the box and all requests.
  const {
    failed,
    seed: used,
    errorInstance,
  } = await fc.check(fc.asyncProperty(box, requests, check), {
    numRuns,
    endOnFailure: true,
    ...(seed !== undefined && { seed }),
  });
  if (failed) throw new Error(`FILTER_ORACLE_SEED=${used}: ${String(errorInstance)}`, { cause: errorInstance });
}

/** The records of a box in both indexes. */
export function recordsOf(kbid: string, { resources }: DescribedBox) {
  return resources.map((resource) => recordOf(rowOf(kbid, resource), extractedOf(kbid, resource)));
}

function recordOf(row: ResourceEntity, extracted: readonly ExtractedFieldEntity[]) {
  return { words: keywordRecord(row, extracted), vectors: vectorRecord(row, extracted, vectorsOf(extracted)) };
}

/** The records before some of the resources changed, and the changes since. */
export function changingRecordsOf(kbid: string, { resources }: DescribedBox) {
  const isChanged = (i: number) => i % 2 === 0;
  const before = { version: 1, hidden: true, groups: ['before'], labels: ['/l/topics/before', '/t/x'], createdMs: 9 };
  const puts = resources.map((resource, i) => {
    const [row, extracted] = [rowOf(kbid, resource), extractedOf(kbid, resource)];
    if (!isChanged(i)) return recordOf(row, extracted);
    const { words, vectors } = recordOf(rowBefore(row), extracted);
    const shared = { ...words.resource, ...before };
    return { words: { ...words, resource: shared }, vectors: { ...vectors, resource: shared } };
  });
  const changes = resources.filter((_, i) => isChanged(i)).map((resource) => indexUpdate(rowOf(kbid, resource)));
  return { puts, changes };
}

/** With different labels on fields and paragraphs. */
function rowBefore(row: ResourceEntity): ResourceEntity {
  const classifications = [{ labelset: 'topics', label: 'before' }];
  const augmentations = row.augmentations.map((one) => ({
    ...one,
    classifications,
    paragraphs: one.paragraphs.map(({ key }) => ({ key, classifications })),
  }));
  return { ...row, annotations: [], augmentations };
}

/** The ids of the paragraphs that a request must find by its definition. */
export function meant(asked: Asked, given: DescribedBox, of: 'words' | 'vectors'): string[] {
  return meantParagraphs(asked, given)
    .filter((one) => of === 'vectors' || matchesWords(asked, one))
    .map(({ id }) => id);
}

function meantParagraphs(asked: Asked, given: DescribedBox) {
  return given.resources.flatMap(paragraphsOf).filter((one) => finds(asked, given, one));
}

/** The query for a keyword index; paragraphs of the box are in these languages. */
export function wordsOf({ query }: Asked) {
  const { terms, phrases, excluded } = parseQuery(query, ['en', 'de', '']);
  return { terms, phrases, excluded };
}

/** The filter that the service builds for a find of this kind; undefined when the service rejects the request. */
export function filtersOf(given: DescribedBox, { keywords, facts }: Indexed) {
  const request = ({ name }: AnyOperation, { body }: { readonly body: never }) =>
    answerOf({ given, facts, name }, body);
  const bus = Object.assign(new InProcessBus(), { request });
  const boxes = [
    new BoxSettings(bus),
    new BoxSynonyms(bus, new Degradation(new Metrics())),
    new BoxLabelsets(bus),
  ] as const;
  const scopes = new RequestScopes(bus, ...boxes, new KeywordFields(keywords));
  return async (kbid: string, asked: Asked): Promise<IndexFilter | undefined> => {
    const find = validate(FindRequest, { query: asked.query, ...asked.request });
    const scope = await scopes.of(kbid, find, principalOf(asked.caller));
    try {
      return { all: [compileQuery(find, scope).filter ?? { all: [] }] };
    } catch (error) {
      if (error instanceof AppError && error.message.includes('Cannot find slug')) return undefined;
      throw error;
    }
  };
}

/** A box and the indexes that contain it. */
interface Indexed {
  readonly keywords: KeywordIndex;
  readonly facts: FactRows;
}

function principalOf({ is, groups }: Caller): Principal {
  switch (is) {
    case 'system':
      return systemPrincipal;
    case 'member':
      return { kind: 'user', id: 'ann', roles: ['SMEMBER', 'READER'] };
    case 'root':
      return { kind: 'user', id: 'bob', roles: ['ROOT'] };
    case 'key':
      return { kind: 'temporal', id: 'key', roles: ['READER'], ...(groups && { securityGroups: groups }) };
    case 'stranger':
      return { kind: 'pat', id: 'eve', roles: ['READER'] };
    case 'nobody':
      return { kind: 'none', id: '', roles: ['READER'] };
  }
}

interface Question {
  readonly given: DescribedBox;
  readonly facts: FactRows;
  readonly name: string;
}

/** The responses of the knowledge-box service about the box. */
async function answerOf({ given, facts, name }: Question, body: never): Promise<unknown> {
  const { resources, ...settings } = given;
  switch (name) {
    case readParagraphLabelsets.name:
      return {
        labelsets: Object.entries(labelsets).flatMap(([id, kinds]: [string, readonly string[]]) =>
          kinds.includes('PARAGRAPHS') ? [id] : [],
        ),
      };
    case readResources.name: {
      const { ids, visibility } = body as { ids: readonly string[]; visibility: Visibility };
      const found = resources.filter((one) => ids.includes(one.slug) && isVisible(one, visibility));
      return { resources: Object.fromEntries(found.map((one) => [one.slug, one])) };
    }
    case matchKeyValues.name: {
      const { query } = body as { query: KeyValueQuery };
      return { rids: await facts.match(given, query) };
    }
    case readRetrievalSettings.name:
      return { ...settings, vectorsets: ['m'], rebuilding: false, embedding: [] };
    default:
      throw new Error(`Nobody asks for ${name}`);
  }
}

/** For each facet, the number of matching paragraphs per direct child. */
export function meantFacets(asked: Asked, given: DescribedBox): Record<string, Record<string, number>> {
  const found = meantParagraphs(asked, given).filter((one) => matchesOwnWords(asked, one));
  const counted = facetPaths.map((path) => {
    const counts: Record<string, number> = {};
    for (const one of found) {
      const children = labelsOf(one).flatMap((label) => childOf(label, path) ?? []);
      for (const child of new Set(children)) counts[child] = (counts[child] ?? 0) + 1;
    }
    return [path, counts] as const;
  });
  return Object.fromEntries(counted);
}

/** The part of a label directly below a path. The text of an entity has no levels. */
function childOf(label: string, path: string): string | undefined {
  if (!label.startsWith(`${path}/`)) return undefined;
  const rest = label.slice(path.length + 1);
  return /^\/e\/./.test(path) ? label : `${path}/${rest.split('/')[0]}`;
}

export const facetPaths = [
  '/l',
  '/l/topics',
  '/classification.labels/marks',
  '/t',
  '/p',
  '/p/one',
  '/icon',
  '/n/i/text',
  '/e',
  '/e/PERSON',
  '/entities/URL',
  '/k',
  '/m/k',
  '/metadata.languages',
  '/u/s',
  '/mt',
  '/g',
  '/generated.data-augmentation',
  '/none',
].map(canonicalLabel);
