import { invalidRequest } from '@lectern/contracts/core';
import { type ActivityQuery, type ActivitySelectionPayload, activityEventTypes } from '@lectern/contracts/search';
import { type ActivityField, defaultFieldsOf, type EventType, fieldsOfEventType } from './activity-fields';
import { compileFilters } from './activity-filter';
import { type ActivitySelection, FIRST_FILTER_PARAMETER } from './activity.repository';
import { monthNumber } from './month';

const AUDIT_MEMBER = 'audit_metadata.';

/** The fields to show of each row. */
export interface Shown {
  /** `id` first. */
  readonly fields: readonly ActivityField[];
  /** Members of `audit_metadata` to show; all when absent. */
  readonly auditKeys?: readonly string[];
}

/** The event type named in a path, in any case. */
export function eventTypeOf(name: string): EventType {
  const lower = name.toLowerCase();
  const type = activityEventTypes.find((one) => one === lower);
  if (!type) throw new Error(`${name} is no event type, though the path was checked`);
  return type;
}

/** @throws AppError `invalid_request` for a field that the event type does not have */
export function shownOf(show: ActivityQuery['show'], type: EventType): Shown {
  const own = fieldsOfEventType(type);
  if (show === 'all') return { fields: [...own] };
  if (!show) return { fields: [...defaultFieldsOf(type)] };
  const members = show.filter((name) => name.startsWith(AUDIT_MEMBER));
  const names = show.filter((name) => !name.startsWith(AUDIT_MEMBER));
  const unknown = names.filter((name) => !isIn(own, name));
  if (unknown.length > 0) throw unknownFields(unknown, 'show', type);
  const fields = [...own].filter(
    (field) => field === 'id' || names.includes(field) || (field === 'audit_metadata' && members.length > 0),
  );
  const keys = members.map((name) => name.slice(AUDIT_MEMBER.length));
  return { fields, ...(members.length > 0 && !names.includes('audit_metadata') && { auditKeys: keys }) };
}

/**
 * The rows for a query, one more than requested, to determine whether more exist.
 *
 * @throws AppError `invalid_request` for a filter on a field that the event type does not have
 */
export function activitySelection(query: ActivityQuery, type: EventType): ActivitySelection {
  const { limit, starting_after: after, ending_before: before } = query.pagination;
  return { ...monthSelection(query, type), limit: limit + 1, after: after ?? undefined, before: before ?? undefined };
}

/** @throws AppError `invalid_request` for a filter on a field that the event type does not have */
export function monthSelection(
  { year_month: month, filters }: ActivitySelectionPayload,
  type: EventType,
): Pick<ActivitySelection, 'month' | 'filter'> {
  const own = fieldsOfEventType(type);
  const unknown = Object.entries(filters).flatMap(([name, value]) => (value && !isIn(own, name) ? [name] : []));
  if (unknown.length > 0) throw unknownFields(unknown, 'filters', type);
  return { month: monthNumber(month), filter: compileFilters(filters, FIRST_FILTER_PARAMETER) };
}

function isIn(fields: ReadonlySet<string>, name: string): name is ActivityField {
  return fields.has(name);
}

function unknownFields(names: readonly string[], member: 'show' | 'filters', type: EventType) {
  const known = [...fieldsOfEventType(type)].join(', ');
  const msg = `Activity of the type ${type} has no ${names.join(', ')}; it has: ${known}`;
  return invalidRequest([{ type: 'value_error', loc: ['body', member], msg, input: names }]);
}
