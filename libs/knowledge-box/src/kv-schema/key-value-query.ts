import { invalidQuery } from '@lectern/contracts/core';
import type { KeyValueLeaf, KeyValueQuery, KvSchema, KvSchemaField } from '@lectern/contracts/knowledge-box';
import { isValueOf, keyValueType } from '@lectern/json-schema';

type Schemas = readonly Pick<KvSchema, 'id' | 'fields'>[];

/** @throws AppError `invalid_query` with an explanation when the schemas of the box do not allow the condition */
export function checkKeyValueQuery(query: KeyValueQuery, schemas: Schemas): void {
  if ('all' in query) return query.all.forEach((part) => checkKeyValueQuery(part, schemas));
  if ('any' in query) return query.any.forEach((part) => checkKeyValueQuery(part, schemas));
  if ('not' in query) return checkKeyValueQuery(query.not, schemas);
  const problem = leafProblem(query, schemas);
  if (problem !== undefined) throw invalidQuery('key_value', problem);
}

function leafProblem(leaf: KeyValueLeaf, schemas: Schemas): string | undefined {
  const schema = schemas.find(({ id }) => id === leaf.schema);
  if (!schema) return `KV schema '${leaf.schema}' does not exist in this knowledge box`;
  const field = schema.fields.find(({ key }) => key === leaf.key);
  if (!field) return `Unknown key '${leaf.key}' in schema '${schema.id}'`;
  const problem = operatorProblem(leaf, field) ?? valueProblem(leaf, field);
  return problem === undefined ? undefined : `Key '${field.key}' in schema '${schema.id}' ${problem}`;
}

function operatorProblem(leaf: KeyValueLeaf, { type, range, repeated }: KvSchemaField): string | undefined {
  const isCollection = range || repeated;
  const holds = range ? 'ranges' : 'lists';
  if ('contains' in leaf) return isCollection ? undefined : "holds single values; 'contains' is of ranges and lists";
  if (isCollection) return `holds ${holds} and is compared with 'contains' only`;
  if (!('eq' in leaf) && (type === 'text' || type === 'boolean'))
    return `is of type '${type}', which 'gte' and 'lte' do not compare`;
  return undefined;
}

function valueProblem(leaf: KeyValueLeaf, { type }: KvSchemaField): string | undefined {
  const values = 'eq' in leaf ? [leaf.eq] : 'contains' in leaf ? [leaf.contains] : [leaf.gte, leaf.lte];
  const wrong = values.find((value) => value !== undefined && !isValueOf(type, value));
  return wrong === undefined ? undefined : `expects type '${type}', got ${keyValueType(wrong)}`;
}
