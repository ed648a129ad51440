const UUID = /^([0-9a-f]{8})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{4})-?([0-9a-f]{12})$/;

/** The lower-case hyphenated form of a UUID in either form, or undefined for any other text. */
export function asUuid(id: string): string | undefined {
  const match = UUID.exec(id.toLowerCase());
  return match ? match.slice(1).join('-') : undefined;
}
