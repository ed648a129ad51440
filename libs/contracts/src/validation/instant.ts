const ISO_8601 =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?\s?(Z|[+-]\d{2}(?::?\d{2})?)?)?$/i;

/**
 * Reads an ISO 8601 date or date and time. Without a time it is midnight, without an offset it is UTC.
 *
 * @returns undefined for another text, for a day or time that does not exist, and for one before the year 1 or after
 * 9999 in UTC: calendars of clients begin and end there
 */
export function parseInstant(value: string): Date | undefined {
  const match = ISO_8601.exec(value);
  if (!match) return undefined;
  const [, year, month, day, hour = '00', minute = '00', second = '00', fraction = '', zone = 'Z'] = match;
  const milliseconds = fraction.slice(0, 3).padEnd(3, '0');
  const offset = /^z$/i.test(zone)
    ? 'Z'
    : zone.length === 3
      ? `${zone}:00`
      : zone.length === 5
        ? `${zone.slice(0, 3)}:${zone.slice(3)}`
        : zone;
  const date = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}.${milliseconds}${offset}`);
  const exists = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day))).getUTCDate() === Number(day);
  return exists && Number(hour) <= 23 && isOnCalendars(date) ? date : undefined;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const DAY_MS = 86_400_000;

/** The same of the end of a range, which includes the whole of a day that is given as a date. */
export function endInstant(value: string): Date | undefined {
  const instant = parseInstant(value);
  return instant && DAY.test(value) ? new Date(instant.getTime() + DAY_MS - 1) : instant;
}

/** Not of an invalid date either. */
function isOnCalendars(date: Date): boolean {
  const year = date.getUTCFullYear();
  return year >= 1 && year <= 9_999;
}
