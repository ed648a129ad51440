type Upgrade = typeof import('./opensearch/index-upgrade');

/**
 * Brings the keyword indexes of a zone up to date, as a program, for a deployment that migrates before it starts
 * anything: without OpenSearch there is nothing to do. After a failure of the program before, nothing is done.
 */
export async function upgradeIndexesAndExit(): Promise<void> {
  if (process.exitCode) return;
  try {
    if (!process.env['OPENSEARCH_URL']) return;
    const { upgradeKeywordIndexes }: Upgrade = require('./opensearch/index-upgrade');
    const copied = await upgradeKeywordIndexes((index) => process.stdout.write(`Copied ${index}\n`));
    process.stdout.write(`Keyword indexes are up to date: ${copied} copied\n`);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}
