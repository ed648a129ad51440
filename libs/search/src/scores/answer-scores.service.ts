import { AppError, invalidRequest, naiveUtc, parseInstant, type Principal } from '@lectern/contracts/core';
import type {
  ActivityAggregation,
  ActivityMetricsQuery,
  RecordedAnswer,
  RecordedAnswerInFull,
  RecordedAnswers,
  RecordedAnswerTarget,
  RemiQuery,
  ScoreMetric,
  ScoresByPeriod,
} from '@lectern/contracts/search';
import { Transactions } from '@lectern/database';
import { Injectable } from '@nestjs/common';
import { type AnswerRow, AnswerScoresRepository, type PeriodRow, answerSelection } from '@lectern/activity';
import { ContextTexts } from './context-texts';

const PERIODS_MAX = 10_000;
const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
const hoursOf: Readonly<Record<ActivityAggregation, number>> = {
  hour: 1,
  day: 24,
  week: 7 * 24,
  month: 28 * 24,
  quarter: 90 * 24,
  year: 365 * 24,
  millennium: 365_000 * 24,
};
const DAY = /^\d{4}-\d\d-\d\d$/;

/** Reports the quality of recorded answers. */
@Injectable()
export class AnswerScoresService {
  constructor(
    private readonly transactions: Transactions,
    private readonly repository: AnswerScoresRepository,
    private readonly texts: ContextTexts,
  ) {}

  /** @throws AppError `unavailable` */
  async query(kbid: string, query: RemiQuery): Promise<RecordedAnswers> {
    const rows = await this.transactions.read((tx) => this.repository.list(kbid, answerSelection(query), tx));
    const { limit } = query.pagination;
    return { data: rows.slice(0, limit).map(answerOf), has_more: rows.length > limit };
  }

  /** @throws AppError `not_found`, `unavailable` */
  async event({ kbid, event_id: eventId }: RecordedAnswerTarget, principal: Principal): Promise<RecordedAnswerInFull> {
    const row = await this.transactions.read((tx) => this.repository.find({ kbid, eventId }, tx));
    if (!row) throw new AppError('not_found', 'There is no recorded answer with this id');
    const ids = row.context.map(({ text_block_id: id }) => id);
    const texts = await this.texts.read({ kbid, ids }, await this.texts.seenBy(kbid, principal));
    return { ...answerOf(row), context: ids.map((id) => ({ text: texts.get(id) ?? '', text_block_id: id })) };
  }

  /** @throws AppError `invalid_request` for too many periods; `unavailable` */
  async scores(kbid: string, query: ActivityMetricsQuery, now: Date): Promise<ScoresByPeriod> {
    const { aggregation: unit } = query;
    const [from, to] = [instantOf(query.from), query.to === undefined ? now : periodEnd(query.to)];
    if ((to.getTime() - from.getTime()) / HOUR_MS / hoursOf[unit] > PERIODS_MAX) {
      const msg = `At most ${PERIODS_MAX} periods: choose a longer \`aggregation\` or a later \`from\``;
      throw invalidRequest([{ type: 'value_error', loc: ['query', 'aggregation'], msg, input: unit }]);
    }
    if (to <= from) return { periods: [] };
    const rows = await this.transactions.read((tx) => this.repository.periods(kbid, { from, to, unit }, tx));
    return { periods: rows.map((row) => ({ timestamp: naiveUtc(row.period), metrics: metricsOf(row) })) };
  }
}

function answerOf({ id, question, answer, date, remi }: AnswerRow): RecordedAnswer {
  return { id: Number(id), question, answer, date: naiveUtc(date), remi };
}

function metricsOf(row: PeriodRow): ScoreMetric[] {
  return [
    ...metricOf('answer_relevance', [row['answer_min'], row['answer_max'], row['answer_average']]),
    ...metricOf('context_relevance', [row['context_min'], row['context_max'], row['context_average']]),
    ...metricOf('groundedness', [row['ground_min'], row['ground_max'], row['ground_average']]),
  ];
}

function metricOf(name: string, [min, max, average]: readonly (number | null | undefined)[]): ScoreMetric[] {
  const isKnown = typeof min === 'number' && typeof max === 'number' && typeof average === 'number';
  return isKnown ? [{ name, min, max, average }] : [];
}

/** A date without a time includes the whole day. */
function periodEnd(text: string): Date {
  const instant = instantOf(text);
  return DAY.test(text) ? new Date(instant.getTime() + DAY_MS) : instant;
}

/** The query has been validated. */
function instantOf(text: string): Date {
  const date = parseInstant(text);
  if (!date) throw new Error(`${text} is no instant, though the query was checked`);
  return date;
}
