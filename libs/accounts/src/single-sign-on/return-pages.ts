import { deployment, readConfig } from '@lectern/config';
import { AppError } from '@lectern/contracts/core';
import { Injectable } from '@nestjs/common';
import { accountsSlice } from '../accounts.config';

/** What a browser comes back to an app with. */
export type ReturnMembers = Readonly<Record<string, string>>;

/** Where browsers may be sent after a sign-in. */
@Injectable()
export class ReturnPages {
  /** Address of this host, without a slash at the end. */
  readonly host: string;
  private readonly origins: ReadonlySet<string>;

  constructor() {
    const { publicUrl, zone } = deployment();
    this.host = publicUrl;
    this.origins = new Set([publicUrl, zone.origin, ...readConfig(accountsSlice).APP_ORIGINS].map(originOf));
  }

  /** @throws AppError `invalid_request` for an origin that nobody has configured */
  checked(cameFrom: string | undefined): string | undefined {
    if (cameFrom === undefined) return undefined;
    const origin = originOf(cameFrom);
    if (this.origins.has(origin)) return origin;
    throw new AppError('invalid_request', `Browsers may not be sent to came_from, ${origin}: add it to APP_ORIGINS`);
  }

  /** The page of an app, by default of this host, that ends sign-ins at `provider`. */
  page(provider: string, members: ReturnMembers, cameFrom?: string | null): string {
    const query = new URLSearchParams(members);
    return `${cameFrom ?? this.host}/user/callbacks/${provider}?${query.toString()}`;
  }
}

function originOf(address: string): string {
  return URL.canParse(address) ? new URL(address).origin : address;
}
