import type { DataSource, EntityTarget } from 'typeorm';
import { withAncestors, metadataPart } from '@lectern/contracts/core';
import { foldedWords, foldText } from '@lectern/text';
import type { ResourceEntity } from './resource.entity';
import type { Classification } from '@lectern/contracts/knowledge-box';

/** SQL generated from the columns of an entity, so that their names are in one place. */
export interface ColumnsSql {
  /** A record type for `json_to_record(set)` over JSON of the entity: `"rid" text, "createdAt" timestamptz`. */
  readonly record: string;
  /** Column names: `rid, created_at`. */
  readonly columns: string;
  /** Their values from the record `from`; `replaced` gives expressions for single members. */
  values(from: string, replaced?: Readonly<Record<string, string>>): string;
  /** Assignments of all non-key columns: `created_at = v."createdAt"`. */
  assignments(from: string): string;
  /** A select list that reads an entity from its row, numbers as numbers: `r.created_at AS "createdAt"`. */
  selected(row: string): string;
}

const made = new WeakMap<DataSource, Map<EntityTarget<object>, ColumnsSql>>();

/** Generated once per entity of a database. */
export function columnsSql(dataSource: DataSource, entity: EntityTarget<object>): ColumnsSql {
  const own = made.get(dataSource) ?? new Map<EntityTarget<object>, ColumnsSql>();
  made.set(dataSource, own);
  const sql = own.get(entity) ?? makeColumnsSql(dataSource, entity);
  own.set(entity, sql);
  return sql;
}

function makeColumnsSql(dataSource: DataSource, entity: EntityTarget<object>): ColumnsSql {
  const { columns } = dataSource.getMetadata(entity);
  const typed = columns.map((column) => ({
    member: column.propertyName,
    name: column.databaseName,
    isKey: column.isPrimary,
    type: `${dataSource.driver.normalizeType(column)}${column.isArray ? '[]' : ''}`,
    isNullableJson: column.type === 'jsonb' && column.isNullable,
    isSelected: column.isSelect,
  }));
  // A null in JSON is the JSON value `null`, not SQL null.
  const valueOf = (from: string, { member, isNullableJson }: (typeof typed)[number]) =>
    isNullableJson ? `nullif(${from}."${member}", 'null')` : `${from}."${member}"`;
  return {
    record: typed.map(({ member, type }) => `"${member}" ${type}`).join(', '),
    columns: typed.map(({ name }) => name).join(', '),
    values: (from, replaced = {}) => typed.map((column) => replaced[column.member] ?? valueOf(from, column)).join(', '),
    assignments: (from) =>
      typed
        .filter(({ isKey }) => !isKey)
        .map((column) => `${column.name} = ${valueOf(from, column)}`)
        .join(', '),
    selected: (row) =>
      typed
        .filter(({ isSelected }) => isSelected)
        .map(({ member, name, type }) => `${row}.${name}${type === 'bigint' ? '::float8' : ''} AS "${member}"`)
        .join(', '),
  };
}

/** Derived columns by which the catalog filters and sorts resources. */
export interface CatalogColumns {
  readonly labels: string[];
  /** The title and the file names, one per line; the title comes first, so it determines the order. */
  readonly titleKey: string;
  readonly titleWords: string[];
}

/** Computes the derived columns. */
export function catalogColumns(resource: LabelledResource & Pick<ResourceEntity, 'title'>): CatalogColumns {
  const titleKey = namesOf(resource).map(foldedLine).join('\n');
  return {
    labels: [...new Set(resourceLabels(resource).flatMap(withAncestors))],
    titleKey,
    // `port_rules` matches as written and by its words.
    titleWords: [...new Set([...foldedWords(titleKey), ...foldedWords(titleKey.replaceAll('_', ' '))])],
  };
}

function foldedLine(name: string): string {
  return foldText(name.replace(/\s+/g, ' '));
}

/** A resource in its stored form. */
export function withCatalogColumns(resource: ResourceEntity): ResourceEntity {
  return { ...resource, ...catalogColumns(resource) };
}

const EXTENSION = /(?<=.)\.\p{L}[\p{L}\p{N}]{0,7}$/u;

/** `report.2026.pdf` becomes `report.2026`; names without an extension are unchanged. */
export function withoutExtension(filename: string): string {
  return filename.replace(EXTENSION, '');
}

/**
 * Names by which users know a resource: its title, then its file name with and without extension, without duplicates.
 */
export function namesOf({ title, origin }: Pick<ResourceEntity, 'title' | 'origin'>): readonly string[] {
  const filename = origin?.filename;
  return filename ? [...new Set([title, filename, withoutExtension(filename)])] : [title];
}

/** The members from which a resource's labels are derived. */
export type LabelledResource = Pick<ResourceEntity, 'classifications' | 'icon' | 'language' | 'languages' | 'origin'>;

/** The label paths of a resource for filters and facets, except for its status. */
export function resourceLabels(resource: LabelledResource): string[] {
  const { origin } = resource;
  return [
    ...resource.classifications.filter((one) => !one.cancelled_by_user).map(classificationPath),
    `/n/i/${resource.icon}`,
    ...(resource.language ? [`/s/p/${resource.language}`] : []),
    ...new Set([resource.language, ...resource.languages].filter(Boolean).map((language) => `/s/s/${language}`)),
    ...(origin?.tags ?? []).map((tag) => `/t/${tag}`),
    ...Object.entries(origin?.metadata ?? {}).map(
      ([key, value]) => `/m/${metadataPart(key)}/${metadataPart(String(value))}`,
    ),
    ...(origin?.path ? [`/p/${origin.path.replace(/^\/+/, '')}`] : []),
    ...(origin?.source_id ? [`/u/s/${origin.source_id}`] : []),
    ...(origin?.collaborators ?? []).map((collaborator) => `/u/o/${collaborator}`),
  ];
}

/** The label path of a classification. */
export function classificationPath({ labelset, label }: Pick<Classification, 'labelset' | 'label'>): string {
  return `/l/${labelset}/${label}`;
}
