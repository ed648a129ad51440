/**
 * `describe` when nothing is missing; otherwise skips the suite and adds the reason to its name, so that the end of the
 * run lists the tests that this machine could not run.
 *
 * @param missing the missing prerequisite, in words; undefined when there is none
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
