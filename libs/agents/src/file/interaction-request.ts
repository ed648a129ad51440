import type { InteractionDownloadPayload, InteractionFileFormat } from '@lectern/contracts/agents';
import { AppError } from '@lectern/contracts/core';

const MONTHS = 12;
const formats: Readonly<Record<string, InteractionFileFormat>> = {
  'text/csv': 'csv',
  'text/*': 'csv',
  '*/*': 'csv',
  'application/x-ndjson': 'ndjson',
};

/** The form that a header `Accept` names: the first that is known. @throws AppError `not_acceptable` */
export function interactionFileFormat(accept: string | undefined): InteractionFileFormat {
  if (accept === undefined || accept.trim() === '') return 'csv';
  const types = accept.split(',').map((one) => one.split(';')[0]?.trim().toLowerCase() ?? '');
  const known = types.find((type) => Object.hasOwn(formats, type));
  const format = known === undefined ? undefined : formats[known];
  if (!format) throw new AppError('not_acceptable', 'A file is text/csv or application/x-ndjson');
  return format;
}

/** The month that a request names: the one before `now` by default. */
export function resolvedMonth(
  { year, month }: Pick<InteractionDownloadPayload, 'year' | 'month'>,
  now: Date,
): { readonly year: number; readonly month: number } {
  const past = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1));
  const isWhole = (year ?? null) === null && (month ?? null) === null;
  const thisYear = isWhole ? past.getUTCFullYear() : now.getUTCFullYear();
  return { year: year ?? thisYear, month: month ?? (past.getUTCMonth() % MONTHS) + 1 };
}
