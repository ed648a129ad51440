type Upgrade = typeof import('./opensearch/index-upgrade');

/**
 * Program that upgrades the keyword indexes of a zone, for a deployment that migrates before it starts anything. Does
 * nothing without OpenSearch, or if the previous program failed.
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
