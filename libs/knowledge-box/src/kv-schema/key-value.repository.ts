import type { KeyValueLeaf, KeyValueQuery, KeyValueType, KvSchema } from '@lectern/contracts/knowledge-box';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { SqlParameters } from '@lectern/database';

/** Below the deadline of a read, so that the error still reaches the caller. */
const STATEMENT_TIMEOUT_MS = 8_000;

/** A condition that is valid for the schemas. */
export interface KeyValueReading {
  readonly kbid: string;
  readonly query: KeyValueQuery;
  readonly schemas: readonly Pick<KvSchema, 'id' | 'fields'>[];
  readonly limit: number;
}

/** Stored values of key-value fields; values of an earlier schema may have other types. */
@Injectable()
export class KeyValueRepository {
  /** Ids of resources that match the condition, within 8 seconds; requires a transaction. */
  async match({ kbid, query, schemas, limit }: KeyValueReading, tx: EntityManager): Promise<string[]> {
    const parameters = new SqlParameters();
    const typeOf = (leaf: KeyValueLeaf) =>
      schemas.find(({ id }) => id === leaf.schema)?.fields.find(({ key }) => key === leaf.key)?.type ?? 'text';
    const box = parameters.add(kbid);
    const where = conditionSql(query, { typeOf, parameters, kbid: box });
    const text = `SELECT r.id FROM resources r
      WHERE r.kbid = ${box} AND ${where} LIMIT ${parameters.add(limit)}`;
    const { sql, values } = parameters.bind(text);
    await tx.query(`SET LOCAL statement_timeout = ${STATEMENT_TIMEOUT_MS}`);
    const rows: { readonly id: string }[] = await tx.query(sql, [...values]);
    return rows.map(({ id }) => id);
  }
}

interface Compiling {
  readonly typeOf: (leaf: KeyValueLeaf) => KeyValueType;
  readonly parameters: SqlParameters;
  /** Placeholder of the box. */
  readonly kbid: string;
}

/** A condition on resource `r`. */
function conditionSql(query: KeyValueQuery, compiling: Compiling): string {
  const compiled = (part: KeyValueQuery) => conditionSql(part, compiling);
  if ('all' in query) return `(${query.all.map(compiled).join(' AND ')})`;
  if ('any' in query) return `(${query.any.map(compiled).join(' OR ')})`;
  if ('not' in query) return `NOT ${compiled(query.not)}`;
  const { parameters } = compiling;
  const value = `(f.value -> 'data' -> ${parameters.add(query.key)}::text)`;
  // A list of resources, so that an index can produce it before any resource is read.
  return `r.id IN (SELECT f.rid FROM fields f WHERE f.kbid = ${compiling.kbid} AND f.letter = 'k'
    AND f.id = ${parameters.add(query.schema)} AND ${indexedSql(query, compiling)} AND ${valueSql(query, value, compiling)})`;
}

/** The part of a condition that the index of values can evaluate, which may match more resources. */
function indexedSql(leaf: KeyValueLeaf, { typeOf, parameters }: Compiling): string {
  const has = (value: unknown) =>
    `(f.value -> 'data') @> ${parameters.add(JSON.stringify({ [leaf.key]: value }))}::jsonb`;
  // The same instant can be written in several ways, and a range has no equal value.
  if (typeOf(leaf) === 'date') return 'TRUE';
  if ('eq' in leaf) return has(leaf.eq);
  if ('contains' in leaf && typeOf(leaf) === 'text') {
    const text = String(leaf.contains);
    return `(${has(text)} OR ${has([text])})`;
  }
  return 'TRUE';
}

function valueSql(leaf: KeyValueLeaf, value: string, { typeOf, parameters }: Compiling): string {
  const isDate = typeOf(leaf) === 'date';
  const given = (operand: number | string) => givenSql(operand, { isDate, parameters });
  const ordered = (at: string) => (isDate ? dateSql(at) : numberSql(at));
  if ('eq' in leaf) {
    if (isDate) return `${dateSql(value)} = ${given(String(leaf.eq))}`;
    if (typeof leaf.eq === 'string') return `${value} = to_jsonb(${parameters.add(leaf.eq)}::text)`;
    return `${value} = ${parameters.add(String(leaf.eq))}::jsonb`;
  }
  if ('contains' in leaf) {
    if (typeOf(leaf) === 'text') return `${value} @> to_jsonb(${parameters.add(String(leaf.contains))}::text)`;
    const wanted = given(leaf.contains);
    const isWithin = `${ordered(`(${value} -> 'lower')`)} <= ${wanted} AND ${ordered(`(${value} -> 'upper')`)} >= ${wanted}`;
    return `(${ordered(value)} = ${wanted} OR (${isWithin}))`;
  }
  return [
    ...(leaf.gte === undefined ? [] : [`${ordered(value)} >= ${given(leaf.gte)}`]),
    ...(leaf.lte === undefined ? [] : [`${ordered(value)} <= ${given(leaf.lte)}`]),
  ].join(' AND ');
}

function givenSql(
  operand: number | string,
  { isDate, parameters }: { readonly isDate: boolean; readonly parameters: SqlParameters },
): string {
  if (!isDate) return `${parameters.add(operand)}::numeric`;
  return instantSql(`${parameters.add(operand)}::text`);
}

/** Null if the value is not a number. */
function numberSql(value: string): string {
  return `CASE WHEN jsonb_typeof(${value}) = 'number' THEN ${value}::numeric END`;
}

/** Null if the value is not a date. */
function dateSql(value: string): string {
  return `CASE WHEN jsonb_typeof(${value}) = 'string' THEN ${instantSql(`(${value} #>> '{}')`)} END`;
}

function instantSql(text: string): string {
  return `CASE WHEN pg_input_is_valid(${text}, 'timestamptz') THEN ${text}::timestamptz END`;
}
