import type { IncomingMessage } from 'node:http';
import { AppError } from '@lectern/contracts/core';
import { type Carriers, credentialHeader, SEVERAL_CREDENTIALS } from './credential';
import { type ConsoleAddress, sessionSecret } from './console-request';

/** Settings of a deployment that determine the kinds of credentials. */
export interface CredentialCarriers {
  readonly carriers: Carriers;
  readonly console: ConsoleAddress;
}

/**
 * Checks of every request before its content is read: at most one credential, and exactly one host, so that
 * no proxy in front of this server takes it for another request than this server does.
 *
 * @throws AppError `several_credentials`, `bad_request`
 */
export function checkHead(request: IncomingMessage, { carriers, console: place }: CredentialCarriers): void {
  const { rawHeaders, httpVersion } = request;
  const header = credentialHeader(rawHeaders, carriers);
  if (header && sessionSecret(request, place) !== undefined)
    throw new AppError('several_credentials', SEVERAL_CREDENTIALS);
  const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length;
  if (hosts > 1) throw new AppError('bad_request', 'Only one Host header is allowed per request');
  if (hosts === 0 && httpVersion === '1.1') throw new AppError('bad_request', 'A Host header is required');
}
