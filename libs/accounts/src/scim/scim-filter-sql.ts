import type { ScimAttribute } from '@lectern/contracts/accounts';
import type { SqlParameters } from '@lectern/database';
import type { Compare, Filter } from 'scim2-parse-filter';
import { invalidFilter } from './scim-filter';
import { attributePath } from './scim-path';

/** Resources that are filtered. */
export interface FilteredResources {
  readonly attributes: readonly ScimAttribute[];
  /** SQL of a resource as `jsonb`. */
  readonly document: string;
  /** SQL of the values of lists that are not in it, as rows with a column `value` of `jsonb`. */
  readonly lists: Readonly<Record<string, string>>;
}

/** Compared with regard to case; all others without (RFC 7643). */
const exact = new Set(['id', 'externalId']);
const dates = new Set(['created', 'lastModified']);

/**
 * A filter as a condition of SQL. Values become parameters, and names of attributes come from the table of them.
 *
 * @throws AppError `bad_request` (`invalidFilter`) for an attribute that there is not, or a value that does not fit it
 */
export function scimFilterSql(filter: Filter, resources: FilteredResources, parameters: SqlParameters): string {
  switch (filter.op) {
    case 'and':
    case 'or':
      return `(${filter.filters.map((one) => scimFilterSql(one, resources, parameters)).join(` ${filter.op.toUpperCase()} `)})`;
    case 'not':
      return `(NOT ${scimFilterSql(filter.filter, resources, parameters)})`;
    case '[]':
      return valuesSql(filter, resources, parameters);
    default:
      return conditionSql(filter, resources, parameters);
  }
}

function valuesSql(
  { attrPath, valFilter }: Extract<Filter, { readonly op: '[]' }>,
  resources: FilteredResources,
  parameters: SqlParameters,
): string {
  const { attribute, part } = attributeAt(attrPath, resources);
  if (!attribute.many || part) throw invalidFilter(`${attrPath} is no list`);
  const inner: FilteredResources = { attributes: attribute.parts ?? [], document: '"one"."value"', lists: {} };
  return someSql(attribute, resources, scimFilterSql(valFilter, inner, parameters));
}

function conditionSql(
  filter: Extract<Filter, { readonly attrPath: string }>,
  resources: FilteredResources,
  parameters: SqlParameters,
): string {
  const { attribute, part } = attributeAt(filter.attrPath, resources);
  if (!attribute.many) {
    const owner = part ? `(${resources.document} -> ${literal(attribute.name)})` : resources.document;
    return compareSql(filter, { owner, attribute: part ?? attribute }, parameters);
  }
  // A list without a part means its values.
  const compared = part ?? attribute.parts?.find(({ name }) => name === 'value' || name === 'formatted');
  if (!compared) throw invalidFilter(`${filter.attrPath} cannot be compared`);
  const one = { owner: '"one"."value"', attribute: compared };
  return someSql(attribute, resources, compareSql(filter, one, parameters));
}

function someSql({ name }: ScimAttribute, { document, lists }: FilteredResources, condition: string): string {
  const member = `${document} -> ${literal(name)}`;
  const rows = lists[name] ?? `SELECT * FROM jsonb_array_elements(coalesce(${member}, '[]'))`;
  return `EXISTS (SELECT FROM (${rows}) AS "one" ("value") WHERE ${condition})`;
}

interface Compared {
  /** SQL of the object that has the attribute. */
  readonly owner: string;
  readonly attribute: ScimAttribute;
}

function compareSql(
  filter: Extract<Filter, { readonly attrPath: string }>,
  { owner, attribute }: Compared,
  parameters: SqlParameters,
): string {
  const text = `(${owner} ->> ${literal(attribute.name)})`;
  if (filter.op === 'pr') return `(coalesce(${text}, '') NOT IN ('', '[]', '{}'))`;
  if (filter.op === '[]') throw invalidFilter(`${filter.attrPath} is no list`);
  const { op, compValue: value } = filter;
  if (value === null && (op === 'eq' || op === 'ne')) return `(${text} IS ${op === 'eq' ? '' : 'NOT '}NULL)`;
  if (attribute.type === 'complex') throw invalidFilter(`${filter.attrPath} has parts: name one of them`);
  if (attribute.type === 'boolean') return flagSql(filter, text, parameters);
  if (typeof value !== 'string' || value.includes('\0'))
    throw invalidFilter(`${filter.attrPath} is compared with a text`);
  if (dates.has(attribute.name)) return instantSql({ op, value }, text, parameters);
  const isExact = exact.has(attribute.name);
  const own = isExact ? text : `lower(${text})`;
  return textSql(op, own, parameters.add(isExact ? value : value.toLowerCase()));
}

function textSql(op: Compare['op'], own: string, value: string): string {
  const wanted = `${value}::text`;
  const conditions: Readonly<Record<Compare['op'], string>> = {
    eq: `${own} = ${wanted}`,
    ne: `${own} <> ${wanted}`,
    co: `position(${wanted} in ${own}) > 0`,
    sw: `starts_with(${own}, ${wanted})`,
    ew: `right(${own}, length(${wanted})) = ${wanted}`,
    gt: `${own} > ${wanted}`,
    ge: `${own} >= ${wanted}`,
    lt: `${own} < ${wanted}`,
    le: `${own} <= ${wanted}`,
  };
  return `coalesce(${conditions[op]}, ${op === 'ne'})`;
}

const order: Readonly<Partial<Record<Compare['op'], string>>> = {
  eq: '=',
  ne: '<>',
  gt: '>',
  ge: '>=',
  lt: '<',
  le: '<=',
};

function flagSql({ op, compValue, attrPath }: Compare, text: string, parameters: SqlParameters): string {
  const isEquality = op === 'eq' || op === 'ne';
  const flag = String(compValue).toLowerCase();
  if (!isEquality || (flag !== 'true' && flag !== 'false'))
    throw invalidFilter(`${attrPath} is true or false: compare it with eq or ne`);
  return `(coalesce(${text}, 'false') ${order[op]} ${parameters.add(flag)}::text)`;
}

function instantSql(
  { op, value }: { readonly op: Compare['op']; readonly value: string },
  text: string,
  parameters: SqlParameters,
): string {
  const sign = order[op];
  const date = new Date(value);
  if (sign === undefined || Number.isNaN(date.getTime()))
    throw invalidFilter('Dates are compared in ISO 8601 with eq, ne, gt, ge, lt or le');
  return `coalesce(${text}::timestamptz ${sign} ${parameters.add(date.toISOString())}::timestamptz, false)`;
}

function attributeAt(written: string, { attributes }: FilteredResources) {
  const path = attributePath(written, attributes);
  if (!path) throw invalidFilter(`There is no attribute ${written} to filter by`);
  return path;
}

/** Names of attributes are constants of ours. */
function literal(name: string): string {
  return `'${name}'`;
}
