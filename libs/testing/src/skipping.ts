/**
 * `describe` when nothing is missing; otherwise the suite is skipped and its name says why, so that the end of the run
 * tells what this machine could not test.
 *
 * @param missing what the machine lacks, in words; undefined when it has everything
 */
export function describeUnless(missing: string | undefined, title: string, suite: () => void): void {
  if (missing === undefined) describe(title, suite);
  else describe.skip(`${title} (${missing})`, suite);
}

/** The same for one test. */
export function itUnless(missing: string | undefined, title: string, test: () => Promise<void>): void {
  if (missing === undefined) it(title, test);
  else it.skip(`${title} (${missing})`, test);
}
