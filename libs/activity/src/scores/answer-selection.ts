import { isGiven, parseInstant } from '@lectern/contracts/core';
import type { ContextRelevanceCondition, RemiQuery, ScoredStatus } from '@lectern/contracts/search';
import { columnOf } from '../activity/activity-fields';
import { monthNumber, monthOf } from '../activity/month';
import type { AnswerSelection } from './answer-scores.repository';

const codes: Readonly<Record<ScoredStatus, readonly number[]>> = { SUCCESS: [0], ERROR: [-1], NO_CONTEXT: [-2, -3] };
const comparisons = { gt: '>', lt: '<', eq: '=' } as const;
const aggregated: Readonly<Record<ContextRelevanceCondition['aggregation'], string>> = {
  min: 'scores.context_min',
  max: 'scores.context_max',
  average: 'scores.context_sum::float8 / nullif(scores.context_count, 0)',
};

/** The answers for a query, one more than requested, to determine whether more exist. */
export function answerSelection(query: RemiQuery): AnswerSelection {
  const values: unknown[] = [];
  const parameter = (value: unknown) => `$${1 + values.push(value)}`;
  const { month, context_relevance: relevance, feedback_good: good, status } = query;
  const { starting_after: after, ending_before: before, limit } = query.pagination;
  const { from, to } = monthOf(month);
  const [notBefore, notAfter] = [instantOf(query.from_date), instantOf(query.to_date)];
  const conditions = [
    `activity.month = ${parameter(monthNumber(month))}`,
    `activity.date >= ${parameter(notBefore && notBefore > from ? notBefore : from)}`,
    `activity.date < ${parameter(notAfter && notAfter < to ? notAfter : to)}`,
    ...(relevance
      ? [`${aggregated[relevance.aggregation]} ${comparisons[relevance.operation]} ${parameter(relevance.value)}`]
      : []),
    ...(isGiven(good) ? [`${columnOf('feedback_good')} = ${parameter(good)}::boolean`] : []),
    ...(status ? [`activity.status = ANY(${parameter(codes[status])}::smallint[])`] : []),
    ...(isGiven(after) ? [`activity.id > ${parameter(after)}::bigint`] : []),
    ...(isGiven(before) ? [`activity.id < ${parameter(before)}::bigint`] : []),
  ];
  const sql = conditions.map((condition) => `AND ${condition}`).join(' ');
  return { filter: { sql, values }, isAscending: isGiven(after), limit: limit + 1 };
}

function instantOf(text: string | null | undefined): Date | undefined {
  return text ? parseInstant(text) : undefined;
}
