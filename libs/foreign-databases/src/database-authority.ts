import { X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';
import { AppError } from '@lectern/contracts/core';
import type { DatabaseAddress } from './dsn';

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;
const CERTIFICATES_MAX = 20;

/**
 * The address of a database whose server is verified with certificates of its driver. Its messages contain no part of
 * either.
 *
 * @throws AppError `invalid_request` for certificates that cannot be read, or cannot act
 */
export function withAuthority(address: DatabaseAddress, ca: string | null | undefined): DatabaseAddress {
  if (address.dialect === 'mysql' && (ca || address.tls === 'verify') && isIP(address.hostname))
    throw refused('a certificate of MySQL is verified by name: write the name of the server, not its address');
  if (!ca) return address;
  if (address.dialect === 'sqlite') throw refused('a file has no certificate: leave ca_certificate out');
  if (address.tls === 'disable') throw refused('with sslmode=disable there is no certificate: leave one of them out');
  const found = ca.match(CERTIFICATE) ?? [];
  if (found.length === 0 || found.length > CERTIFICATES_MAX || !found.every(isCertificate))
    throw refused(`ca_certificate cannot be read: it is PEM, with 1 to ${CERTIFICATES_MAX} certificates`);
  return { ...address, tls: 'verify', ca: found.join('\n') };
}

function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).raw.length > 0;
  } catch {
    return false;
  }
}

function refused(reason: string): AppError {
  return new AppError('invalid_request', `The database cannot be used: ${reason}`);
}
