/** UTC without suffix, microseconds only when they are not zero: `2024-05-01T10:11:12.123000`. */
export function naiveUtc(date: Date): string {
  const [seconds = '', milliseconds = '000Z'] = date.toISOString().split('.');
  return milliseconds === '000Z' ? seconds : `${seconds}.${milliseconds.slice(0, 3)}000`;
}

/** The same with its offset: `2024-05-01T10:11:12+00:00`. */
export function utcWithOffset(date: Date): string {
  return `${naiveUtc(date)}+00:00`;
}
