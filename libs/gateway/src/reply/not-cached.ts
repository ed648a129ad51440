/** `cache-control` of every answer that does not choose its own: what somebody may read is nobody else's. */
export const NOT_CACHED = 'private, no-store';
