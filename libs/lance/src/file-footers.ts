/** Size of the footer in Lance's format from version 2.0 on, all little-endian; it ends with the magic. */
export const FOOTER_BYTES = 40;
const MAGIC = 'LANC';
const bytesPerEntry = 16n;

/**
 * Why a footer cannot belong to a file of this size. LanceDB allocates memory for two tables whose offsets and lengths
 * are in the footer, before it checks that they fit: a damaged footer crashes the process. A file without the magic has
 * no footer.
 *
 * @param footer the last 40 bytes Source: the Lance file format, https://lance.org/format/file/
 */
export function footerProblem(footer: Buffer, sizeBytes: number): string | undefined {
  if (footer.length < FOOTER_BYTES || footer.toString('latin1', FOOTER_BYTES - MAGIC.length) !== MAGIC)
    return undefined;
  const end = BigInt(sizeBytes - FOOTER_BYTES);
  const [columnsAt, buffersAt] = [footer.readBigUInt64LE(8), footer.readBigUInt64LE(16)];
  const [buffers, columns] = [BigInt(footer.readUInt32LE(24)), BigInt(footer.readUInt32LE(28))];
  const fits = (at: bigint, entries: bigint) => at + entries * bytesPerEntry <= end;
  if (fits(columnsAt, columns) && fits(buffersAt, buffers)) return undefined;
  return 'its footer names parts that are outside of it';
}
