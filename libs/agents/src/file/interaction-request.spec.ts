import { interactionFileFormat, resolvedMonth } from './interaction-request';

describe('a request for a file of interactions', () => {
  it.each([
    [undefined, 'csv'],
    ['', 'csv'],
    ['*/*', 'csv'],
    [' application/x-ndjson', 'ndjson'],
    ['Application/X-NDJSON; q=0.9, text/csv', 'ndjson'],
    ['application/json, text/csv', 'csv'],
  ])('that accepts %j is for %s', (accept, format) => {
    expect(interactionFileFormat(accept)).toBe(format);
  });

  it.each(['application/json', 'text/html', 'constructor'])('that accepts %s only is refused', (accept) => {
    expect(() => interactionFileFormat(accept)).toThrow(expect.objectContaining({ code: 'not_acceptable' }));
  });

  it.each([
    [{}, '2026-11-29', { year: 2026, month: 10 }],
    [{}, '2026-01-05', { year: 2025, month: 12 }],
    [{ year: null, month: null }, '2026-03-31', { year: 2026, month: 2 }],
    [{ month: 12 }, '2026-01-05', { year: 2026, month: 12 }],
    [{ year: 2024 }, '2026-01-05', { year: 2024, month: 12 }],
    [{ year: 2024, month: 2 }, '2026-01-05', { year: 2024, month: 2 }],
  ])('for %j on %s is for %j', (given, today, month) => {
    expect(resolvedMonth(given, new Date(`${today}T12:00:00Z`))).toEqual(month);
  });
});
