import { isIP } from 'node:net';
import { deployment } from '@lectern/config';
import { AppError } from '@lectern/contracts/core';
import { Injectable } from '@nestjs/common';

/** Where passkeys count: browsers bind them to a name, which cannot be an address. */
@Injectable()
export class PasskeyPlace {
  /** Scheme, host and port of the pages that may use passkeys. */
  readonly origin: string;
  private readonly host: string;

  constructor() {
    const { origin, hostname } = new URL(deployment().publicUrl);
    this.origin = origin;
    this.host = hostname;
  }

  get isUsable(): boolean {
    return isIP(this.host.replaceAll(/[[\]]/g, '')) === 0;
  }

  /** Name that passkeys are bound to. @throws AppError `bad_request` where there is none */
  get name(): string {
    if (this.isUsable) return this.host;
    throw new AppError('bad_request', 'Passkeys need a PUBLIC_URL with a name, not with an address');
  }
}
