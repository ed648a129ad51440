import { X509Certificate } from 'node:crypto';
import { invalidRequest } from '@lectern/contracts/core';

const CERTIFICATES_MAX = 5;
const RSA_BITS_MIN = 2_048;
const PEM = /-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]*-----END CERTIFICATE-----/g;
const BASE64 = /^[A-Za-z0-9+/=\s]+$/;

/**
 * The certificates of an identity provider, as PEM.
 *
 * @param text PEM of up to five, or the base64 of one
 * @throws AppError `invalid_request`
 */
export function signingCertificates(text: string): readonly string[] {
  const found = text.match(PEM) ?? (BASE64.test(text) ? [text] : []);
  if (found.length === 0) throw unusable('It is neither PEM nor base64');
  if (found.length > CERTIFICATES_MAX) throw unusable(`There are more than ${CERTIFICATES_MAX} certificates`);
  return found.map(signingCertificate);
}

function signingCertificate(text: string): string {
  const base64 = text.replaceAll(/-----[A-Z ]+-----|\s/g, '');
  const certificate = readCertificate(Buffer.from(base64, 'base64'));
  const { asymmetricKeyType, asymmetricKeyDetails } = certificate.publicKey;
  if (asymmetricKeyType !== 'rsa') throw unusable('Its key must be an RSA key');
  if ((asymmetricKeyDetails?.modulusLength ?? 0) < RSA_BITS_MIN)
    throw unusable(`Its key must have at least ${RSA_BITS_MIN} bits`);
  return certificate.toString();
}

function readCertificate(der: Buffer): X509Certificate {
  try {
    return new X509Certificate(der);
  } catch {
    throw unusable('It cannot be read');
  }
}

function unusable(why: string) {
  const msg = `Value error, the certificate of the identity provider is not usable: ${why}`;
  return invalidRequest([{ type: 'value_error', loc: ['body', 'saml_config', 'x509_cert'], msg }]);
}
