/** Ends what specs shared. */
export default async function teardown() {
  await globalThis.sharedServers?.close();
}
