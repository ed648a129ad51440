const HEADERS_MAX = 100;
/** Headers that say how a message is carried. */
const OF_MESSAGE = /^(?:accept|accept-.*|content-.*|mcp-.*|a2a-.*|last-event-id|user-agent)$/;

/** Headers of a message of another protocol, for the modules that name them. */
export function headersOfMessage({
  told = {},
}: {
  readonly told?: Readonly<Record<string, string>>;
}): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(told)
      .filter(([name]) => !OF_MESSAGE.test(name))
      .slice(0, HEADERS_MAX),
  );
}
