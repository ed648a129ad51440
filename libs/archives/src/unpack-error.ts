/** Why an archive, or a file of it, is not unpacked. */
export type UnpackFault =
  | { readonly kind: 'files'; readonly filesMax: number }
  | { readonly kind: 'bytes'; readonly bytesMax: number }
  /** A name that leads out of the folder, or is too long. */
  | { readonly kind: 'name'; readonly name: string }
  /** A link or a device. */
  | { readonly kind: 'no file'; readonly name: string }
  /** Encrypted, or compressed by an unknown method. */
  | { readonly kind: 'packing' }
  | { readonly kind: 'no archive' }
  /** `reason` is an error, or words that complete "it is damaged: …". */
  | { readonly kind: 'damaged'; readonly reason: unknown };

/** Callers translate the fault into their own message. */
export class UnpackError extends Error {
  override readonly name = 'UnpackError';

  constructor(readonly fault: UnpackFault) {
    super(`The archive cannot be unpacked: ${fault.kind}`, 'reason' in fault ? { cause: fault.reason } : undefined);
  }
}

export function damaged(reason: unknown): UnpackError {
  return reason instanceof UnpackError ? reason : new UnpackError({ kind: 'damaged', reason });
}

/** The archive is at fault, except where the system is: a full disk says nothing about it. */
export function damagedUnlessSystem(error: unknown, reason: string): unknown {
  const isOfSystem = error instanceof Error && 'syscall' in error;
  return isOfSystem || error instanceof UnpackError ? error : damaged(reason);
}

/** Whether Node stopped unpacking because of `maxOutputLength`. */
export function isTooLarge(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';
}
