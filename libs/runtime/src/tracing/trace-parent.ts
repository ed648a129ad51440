/** Where a trace that another program began continues here. */
export interface TraceParent {
  /** 32 hex digits. */
  readonly traceId: string;
  /** 16 hex digits. */
  readonly spanId: string;
  /** Bit 0: the trace is recorded. */
  readonly traceFlags: number;
}

const CHARS_MAX = 512;
/** Later versions may have further members. Source: W3C Trace Context, §3.2. */
const TRACE_PARENT = /^(?!ff)([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;

/** @returns undefined for anything else than a valid `traceparent` */
export function traceParentOf(header: unknown): TraceParent | undefined {
  if (typeof header !== 'string' || header.length > CHARS_MAX) return undefined;
  const [, version, traceId = '', spanId = '', flags = '', more] = TRACE_PARENT.exec(header) ?? [];
  if (version === undefined || (version === '00' && more !== undefined)) return undefined;
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) };
}
