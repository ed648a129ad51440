/** For how long a sign-in proves who somebody is. */
const RECENT_MS = 5 * 60_000;

/**
 * Whether a user entered a password or signed in otherwise a moment ago. Clocks of hosts differ.
 *
 * @param verifiedAt Unix seconds
 */
export function provedRecently(verifiedAt: number | undefined, now: Date): boolean {
  const age = verifiedAt === undefined ? Infinity : now.getTime() - verifiedAt * 1_000;
  return age >= -RECENT_MS && age <= RECENT_MS;
}
