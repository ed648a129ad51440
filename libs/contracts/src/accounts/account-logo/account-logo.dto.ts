/** Bytes of the largest logo. */
export const LOGO_BYTES_MAX = 5 * 1024 ** 2;

/** Media types of logos. */
export const logoTypes = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'] as const;

/** A form with a picture. */
export class LogoForm {
  /** The picture: PNG, JPEG, GIF or WebP, at most 5 MiB. */
  file!: SmallFile;
}

/** A file that travels with the request. */
export class SmallFile {
  /** Its bytes, in base64. */
  base64!: string;
}

/** A picture that travels with the answer. */
export class LogoImage {
  /** Its bytes, in base64. */
  base64!: string;
  /** Media type, as its first bytes say. */
  contentType!: string;
  /** Always true: browsers show it in place. */
  inline!: boolean;
}
