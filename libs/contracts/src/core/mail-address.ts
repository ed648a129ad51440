/** A mail address, as browsers check it. */
export const MAIL_ADDRESS =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_{|}~-]{1,64}@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/;
/** Characters of a mail address. */
export const MAIL_ADDRESS_CHARS_MAX = 254;
