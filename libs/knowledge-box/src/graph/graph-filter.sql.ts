import { AppError, ENTITY_LABEL_CHARS_MAX, type IndexFilter, carriedPath } from '@lectern/contracts/core';
import { fieldTypeOfLetter } from '@lectern/contracts/knowledge-box';
import { visibleSql } from '@lectern/resource-store';
import type { SqlParameters } from '@lectern/database';

const ORIGIN_CHARS_MAX = 255;
/**
 * The field of edge `e`, such as `t/body`; for a message, the field of its conversation; empty if its resource states
 * it.
 */
const FIELD = `CASE WHEN e.letter = '' THEN '' ELSE e.letter || '/' || split_part(e.id, '/', 1) END`;

/** The paragraph that states edge `e` or first mentions its destination; null if unknown. */
const PARAGRAPH = `(e.place ->> 'paragraph_id')`;
/**
 * Kind of that paragraph in lower case; null if it is not a paragraph of the edge's resource. Looked up if the edge
 * lacks it, as older edges and those stated by users do.
 */
const KIND = `(CASE WHEN e.letter <> '' AND e.place ->> 'kind' IS NOT NULL THEN lower(e.place ->> 'kind')
  WHEN ${PARAGRAPH} IS NULL OR NOT starts_with(${PARAGRAPH}, e.rid || '/') THEN NULL
  WHEN split_part(${PARAGRAPH}, '/', 2) = 'a'
    THEN CASE split_part(${PARAGRAPH}, '/', 3) WHEN 'title' THEN 'title' WHEN 'summary' THEN 'description' END
  ELSE (SELECT lower(p ->> 'kind') FROM extracted_fields x, jsonb_array_elements(x.paragraphs) p
    WHERE x.kbid = e.kbid AND x.rid = e.rid AND x.letter = split_part(${PARAGRAPH}, '/', 2)
      AND x.id = substring(${PARAGRAPH} FROM '^[^/]+/[^/]+/(.+)/[^/]+$')
      AND (p ->> 'start') || '-' || (p ->> 'end') = substring(${PARAGRAPH} FROM '[^/]+$') LIMIT 1) END)`;

/**
 * Compiles a filter to a condition on edge `e` of resource `r`, by the rules of the indexes. Conditions on paragraphs
 * apply to the paragraph that states the edge.
 *
 * @throws AppError `invalid_request` for conditions that do not apply to edges
 */
export function edgeFilterSql(filter: IndexFilter, parameters: SqlParameters): string {
  const compiled = (part: IndexFilter) => edgeFilterSql(part, parameters);
  if ('all' in filter) return filter.all.length === 0 ? 'TRUE' : `(${filter.all.map(compiled).join(' AND ')})`;
  if ('any' in filter) return filter.any.length === 0 ? 'FALSE' : `(${filter.any.map(compiled).join(' OR ')})`;
  // An edge without a paragraph matches no kind.
  if ('not' in filter) return `(${compiled(filter.not)}) IS NOT TRUE`;
  if ('label' in filter) return labelSql(filter, parameters);
  if ('resources' in filter) return `(r.id = ANY(${parameters.add(filter.resources)}))`;
  if ('fields' in filter) {
    const names = parameters.add(filter.fields);
    return `(e.letter <> '' AND (e.letter = ANY(${names}) OR ${FIELD} = ANY(${names})))`;
  }
  if ('resourceFields' in filter) return `(e.rid || '/' || ${FIELD} = ANY(${parameters.add(filter.resourceFields)}))`;
  if ('date' in filter) return dateSql(filter, parameters);
  if ('hidden' in filter) return `(r.hidden = ${parameters.add(filter.hidden)})`;
  if ('visibleTo' in filter)
    return visibleSql('r', { groups: filter.visibleTo, hidden: true }, parameters.add(filter.visibleTo));
  throw unsupported('A condition of this filter');
}

/** The date of the origin, if it has one, in its own precision: a year, a month, a day or an instant, UTC. */
function dateSql(
  { date, sinceMs, untilMs }: { readonly date: 'created' | 'modified'; sinceMs?: number; untilMs?: number },
  parameters: SqlParameters,
): string {
  const text = `(r.origin ->> '${date}')`;
  const full = `(CASE WHEN ${text} ~ '^\\d{4}$' THEN ${text} || '-01-01' WHEN ${text} ~ '^\\d{4}-\\d\\d$'
    THEN ${text} || '-01' ELSE ${text} END || CASE WHEN ${text} ~ 'T.*([zZ]|[+-]\\d\\d:?(\\d\\d)?)$' THEN '' ELSE ' UTC' END)`;
  const instant = `CASE WHEN pg_input_is_valid(${full}, 'timestamptz') THEN ${full}::timestamptz ELSE r.${date} END`;
  const ms = `(extract(epoch FROM ${instant}) * 1000)`;
  return `(${[
    ...(sinceMs === undefined ? [] : [`${ms} >= ${parameters.add(sinceMs)}`]),
    ...(untilMs === undefined ? [] : [`${ms} <= ${parameters.add(untilMs)}`]),
    'TRUE',
  ].join(' AND ')})`;
}

type LabelLeaf = Extract<IndexFilter, { readonly label: string }>;

/** The meaning of a label path of the indexes, by its first segments. */
function labelSql({ of, ...label }: LabelLeaf, parameters: SqlParameters): string {
  const path = carriedPath(label);
  if (path === '') return 'TRUE';
  const below = (value: string) => `(${value} = ${whole} OR starts_with(${value}, ${whole} || '/'))`;
  const namespace = namespaces.find(({ prefix }) => `${path}/`.startsWith(`${prefix}/`));
  if (!namespace) throw unsupported(`The label ${path}`);
  const whole = parameters.add(path);
  return namespace.condition(below, { whole, of });
}

interface Namespace {
  readonly prefix: string;
  /**
   * @param below whether an SQL text equals the path or lies below it
   * @param leaf the path and the object that must carry it
   */
  readonly condition: (
    below: (value: string) => string,
    leaf: { readonly whole: string; readonly of: LabelLeaf['of'] },
  ) => string;
}

const IS_VALID = (row: string) => `NOT coalesce((${row} ->> 'cancelled_by_user')::boolean, FALSE)`;
/** Type of the field of edge `e`. */
const FIELD_TYPE = `CASE e.letter ${Object.entries(fieldTypeOfLetter)
  .map(([letter, type]) => `WHEN '${letter}' THEN '${type}'`)
  .join(' ')} END`;
const PATH_OF = (row: string) => `('/l/' || (${row} ->> 'labelset') || '/' || (${row} ->> 'label'))`;

/** A condition on the results of the edge's field. */
function found(condition: string): string {
  return `EXISTS (SELECT FROM extracted_fields x
    WHERE x.kbid = e.kbid AND x.rid = e.rid AND x.letter = e.letter AND x.id = e.id AND ${condition})`;
}

const namespaces: readonly Namespace[] = [
  {
    prefix: '/l',
    condition: (below, { of }) => {
      const ofResource = `EXISTS (
        SELECT FROM jsonb_array_elements(r.classifications) c WHERE ${IS_VALID('c')} AND ${below(PATH_OF('c'))})`;
      const ofParagraph = `EXISTS (
        SELECT FROM jsonb_array_elements(r.annotations) a, jsonb_array_elements(a -> 'paragraphs') p,
          jsonb_array_elements(p -> 'classifications') c
        WHERE p ->> 'key' = ${PARAGRAPH} AND ${IS_VALID('c')} AND ${below(PATH_OF('c'))})`;
      const ofField = `EXISTS (
        SELECT FROM jsonb_array_elements(r.augmentations) a, jsonb_array_elements(a -> 'classifications') c
        WHERE a #>> '{field,field_type}' = ${FIELD_TYPE} AND a #>> '{field,field}' = split_part(e.id, '/', 1)
          AND ${below(PATH_OF('c'))})`;
      const ofParagraphByAgent = `EXISTS (
        SELECT FROM jsonb_array_elements(r.augmentations) a, jsonb_array_elements(a -> 'paragraphs') p,
          jsonb_array_elements(p -> 'classifications') c
        WHERE p ->> 'key' = ${PARAGRAPH} AND ${below(PATH_OF('c'))})`;
      const own = [ofParagraph, ofParagraphByAgent, ofField];
      if (of === undefined) return `(${[ofResource, ...own].join(' OR ')})`;
      return of === 'resource' ? `(${ofResource} OR ${ofField})` : `(${own.join(' OR ')})`;
    },
  },
  { prefix: '/k', condition: (below) => `coalesce(${below(`('/k/' || ${KIND})`)}, FALSE)` },
  { prefix: '/n/i', condition: (below) => below(`('/n/i/' || r.icon)`) },
  {
    prefix: '/n/s',
    condition: (below) => below(`('/n/s/' || r.status)`),
  },
  { prefix: '/s/p', condition: (below) => `(r.language <> '' AND ${below(`('/s/p/' || r.language)`)})` },
  {
    prefix: '/s/s',
    condition: (below) => `EXISTS (
      SELECT FROM unnest(r.languages || r.language) AS t (language) WHERE t.language <> ''
        AND ${below(`('/s/s/' || t.language)`)})`,
  },
  { prefix: '/t', condition: (below) => ofOrigin('tags', below(`('/t/' || t.value)`)) },
  { prefix: '/u/o', condition: (below) => ofOrigin('collaborators', below(`('/u/o/' || t.value)`)) },
  {
    prefix: '/m',
    condition: (below) => `EXISTS (
      SELECT FROM jsonb_each_text(coalesce(nullif(r.origin -> 'metadata', 'null'), '{}')) AS t (key, value)
      WHERE ${below(`('/m/' || left(t.key, ${ORIGIN_CHARS_MAX}) || '/' || left(t.value, ${ORIGIN_CHARS_MAX}))`)})`,
  },
  {
    prefix: '/p',
    condition: (below) => `(coalesce(r.origin ->> 'path', '') <> ''
      AND ${below(`('/p/' || ltrim(r.origin ->> 'path', '/'))`)})`,
  },
  {
    prefix: '/u/s',
    condition: (below) => `(coalesce(r.origin ->> 'source_id', '') <> ''
      AND ${below(`('/u/s/' || (r.origin ->> 'source_id'))`)})`,
  },
  {
    prefix: '/mt',
    condition: (below) =>
      found(`x.understood ->> 'mimeType' <> '' AND ${below(`('/mt/' || (x.understood ->> 'mimeType'))`)}`),
  },
  {
    prefix: '/g/da',
    condition: (below) =>
      `(e.letter IN ('t', 'c') AND ${below(`('/g/da/' || substring(e.id FROM '^da-(.+?)-[tfucak]-.'))`)})`,
  },
  {
    prefix: '/e',
    condition: (_, { whole }) => `EXISTS (
      SELECT FROM graph_edges o
      WHERE e.letter <> '' AND o.kbid = e.kbid AND o.rid = e.rid AND o.letter = e.letter AND o.id = e.id
        AND ${whole} IN ('/e', '/e/' || o.target_group, '/e/' || o.target_group || '/' || o.target_value)
        AND char_length(o.target_value) <= ${ENTITY_LABEL_CHARS_MAX})`,
  },
];

function ofOrigin(member: string, condition: string): string {
  return `EXISTS (
    SELECT FROM jsonb_array_elements_text(coalesce(nullif(r.origin -> '${member}', 'null'), '[]')) AS t (value)
    WHERE ${condition})`;
}

function unsupported(what: string): AppError {
  return new AppError('invalid_request', `${what} is not supported by this version in filters of the graph`);
}
