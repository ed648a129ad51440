import { type AgentLabel, type FieldLetter, fieldTypeOfLetter } from '@lectern/contracts/knowledge-box';
import type { AgentFilter } from '@lectern/contracts/understanding';

/** Properties of a field for filters of agents. */
export interface FilteredField {
  /** Id of the resource; undefined if unknown. */
  readonly rid?: string;
  /** Its media type; undefined if unknown. */
  readonly icon?: string;
  readonly letter: FieldLetter;
  readonly id: string;
  readonly text: string;
  /** Labels of the field and its resource. */
  readonly labels: readonly AgentLabel[];
}

/** Whether an agent generated the field. */
export function isGenerated({ letter, id }: Pick<FilteredField, 'letter' | 'id'>): boolean {
  return (letter === 't' || letter === 'c') && id.startsWith('da-');
}

/** Whether an agent should read a field. */
export function passesFilter(filter: AgentFilter | null | undefined, field: FilteredField): boolean {
  if (!filter) return !isGenerated(field);
  const { contains, field_types: types, not_field_types: otherTypes, labels, resource_type: icons } = filter;
  const isOfType = (type: string) => type === field.letter || type === fieldTypeOfLetter[field.letter];
  const own = new Set(field.labels.map(({ labelset, label }) => `${labelset}/${label}`));
  return (
    (filter.apply_to_agent_generated_fields || !isGenerated(field)) &&
    holds(contains, filter.contains_operator, (one) => field.text.includes(one)) &&
    holds(labels, filter.labels_operator, (one) => own.has(one.replace(/^\/?(?:l\/|classification\.labels\/)/, ''))) &&
    holds(types, ANY, isOfType) &&
    !otherTypes.some(isOfType) &&
    holds(icons, ANY, (one) => one === field.icon) &&
    holds(filter.rids, ANY, (one) => one.replaceAll('-', '') === field.rid) &&
    holds(filter.fields, ANY, (one) => one === field.id || one === `${field.letter}/${field.id}`)
  );
}

const ANY = 1;

/** A condition without values always holds. */
function holds(values: readonly string[], operator: number, test: (value: string) => boolean): boolean {
  if (values.length === 0) return true;
  return operator === ANY ? values.some(test) : values.every(test);
}
