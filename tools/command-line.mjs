/**
 * The command of `node tools/run.mjs COMMAND [--] ARGUMENTS`, and what follows it. npm removes the two dashes of
 * `npm run COMMAND -- ARGUMENTS`; programs would take all options after them for names.
 *
 * @param argv without Node and the script
 */
export function commandLine([name, ...rest]) {
  return { name, args: rest[0] === '--' ? rest.slice(1) : rest };
}
