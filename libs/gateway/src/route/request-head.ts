import type { IncomingMessage } from 'node:http';
import { AppError } from '@lectern/contracts/core';
import { type Carriers, credentialHeader } from '../access/credential';

type Head = Pick<IncomingMessage, 'rawHeaders' | 'httpVersion'>;

/**
 * What every request must pass before it is asked what it wants: at most one credential, and exactly one host, so that
 * no proxy in front of this server takes it for another request than this server does.
 *
 * @throws AppError `several_credentials`, `bad_request`
 */
export function checkHead({ rawHeaders, httpVersion }: Head, carriers: Carriers): void {
  credentialHeader(rawHeaders, carriers);
  const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length;
  if (hosts > 1) throw new AppError('bad_request', 'Only one Host header is allowed per request');
  if (hosts === 0 && httpVersion === '1.1') throw new AppError('bad_request', 'A Host header is required');
}
