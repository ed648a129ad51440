/** Where the console opens, reads and ends its session. */
export const SESSION = '/console/session';
/** Headers of the console's own calls. */
export const FROM_CONSOLE = { 'x-lectern-console': '1', 'sec-fetch-site': 'same-origin' };
