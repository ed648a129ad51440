import { Resolver } from 'node:dns/promises';
import { readConfig } from '@lectern/config';
import { AppError } from '@lectern/contracts/core';
import { Injectable } from '@nestjs/common';
import { domainSlice } from './domain.config';

/** For all servers and attempts together. */
const LOOK_UP_MS_MAX = 8_000;
const ATTEMPT_MS_MAX = 2_000;
const ATTEMPTS = 2;
const ABSENT = new Set(['ENOTFOUND', 'ENODATA']);

/** Reads TXT records of the domain name system. */
@Injectable()
export class TextRecords {
  private readonly servers = readConfig(domainSlice).DOMAIN_NAME_SERVERS;

  constructor() {
    // A mistake in the setting stops the start, and not the first owner who verifies a domain.
    this.resolver();
  }

  /** Texts of the records of a name; none where there are none. @throws AppError `unavailable` */
  async of(name: string): Promise<readonly string[]> {
    const resolver = this.resolver();
    const timer = setTimeout(() => resolver.cancel(), LOOK_UP_MS_MAX);
    try {
      return (await resolver.resolveTxt(name)).map((parts) => parts.join(''));
    } catch (error) {
      if (error instanceof Error && 'code' in error && ABSENT.has(String(error.code))) return [];
      throw new AppError('unavailable', `The name servers did not answer for ${name}: try again`, {}, { cause: error });
    } finally {
      clearTimeout(timer);
    }
  }

  private resolver(): Resolver {
    const resolver = new Resolver({ timeout: ATTEMPT_MS_MAX, tries: ATTEMPTS });
    if (this.servers.length === 0) return resolver;
    try {
      resolver.setServers(this.servers);
    } catch (cause) {
      throw new Error(`DOMAIN_NAME_SERVERS: ${this.servers.join(', ')} are not addresses of name servers`, { cause });
    }
    return resolver;
  }
}
