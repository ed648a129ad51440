import 'reflect-metadata';
import { isIP } from 'node:net';
import {
  AuthorityKeyIdentifierExtension,
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  type Extension,
  KeyUsageFlags,
  KeyUsagesExtension,
  SubjectAlternativeNameExtension,
  SubjectKeyIdentifierExtension,
  X509Certificate,
  X509CertificateGenerator,
} from '@peculiar/x509';

const DAY_MS = 86_400_000;
const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };

/** PEM texts of a certificate and of its key. */
export interface TestCertificate {
  readonly cert: string;
  readonly key: string;
}

/** For whom a certificate is, and when it is valid: from yesterday until tomorrow when absent. */
export interface CertificateWishes {
  /** Names and addresses of a server; without any, the certificate is a client's. */
  readonly hosts?: readonly string[];
  readonly from?: Date;
  readonly until?: Date;
}

/** An authority of a spec, which signs certificates with a key that nobody else has. */
export class TestAuthority {
  private signed = 1;

  private constructor(
    private readonly keys: CryptoKeyPair,
    private readonly own: X509Certificate,
  ) {}

  static async create(name = 'Authority of a spec'): Promise<TestAuthority> {
    const keys = await newKeys();
    const own = await X509CertificateGenerator.createSelfSigned(
      {
        name: `CN=${name}`,
        keys,
        ...validity({}),
        signingAlgorithm: algorithm,
        extensions: [
          new BasicConstraintsExtension(true, 1, true),
          new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
          await SubjectKeyIdentifierExtension.create(keys.publicKey, false, crypto),
        ],
      },
      crypto,
    );
    return new TestAuthority(keys, own);
  }

  /** Its certificate, as PEM. */
  get ca(): string {
    return this.own.toString('pem');
  }

  async certificate(wishes: CertificateWishes): Promise<TestCertificate> {
    const { hosts = [] } = wishes;
    const keys = await newKeys();
    const made = await X509CertificateGenerator.create(
      {
        serialNumber: (this.signed += 1).toString(16).padStart(4, '0'),
        subject: `CN=${hosts[0] ?? 'client'}`,
        issuer: this.own.subject,
        ...validity(wishes),
        signingKey: this.keys.privateKey,
        publicKey: keys.publicKey,
        signingAlgorithm: algorithm,
        extensions: await extensionsOf(hosts, { own: this.own, publicKey: keys.publicKey }),
      },
      crypto,
    );
    return { cert: made.toString('pem'), key: await keyText(keys.privateKey) };
  }
}

async function extensionsOf(
  hosts: readonly string[],
  { own, publicKey }: { readonly own: X509Certificate; readonly publicKey: CryptoKey },
): Promise<Extension[]> {
  const names = hosts.map((value) => ({ type: isIP(value) ? ('ip' as const) : ('dns' as const), value }));
  return [
    new ExtendedKeyUsageExtension([hosts.length > 0 ? ExtendedKeyUsage.serverAuth : ExtendedKeyUsage.clientAuth]),
    await SubjectKeyIdentifierExtension.create(publicKey, false, crypto),
    await AuthorityKeyIdentifierExtension.create(own, false, crypto),
    ...(names.length > 0 ? [new SubjectAlternativeNameExtension(names)] : []),
  ];
}

function newKeys(): Promise<CryptoKeyPair> {
  return crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
}

function validity({ from, until }: CertificateWishes): { readonly notBefore: Date; readonly notAfter: Date } {
  return { notBefore: from ?? new Date(Date.now() - DAY_MS), notAfter: until ?? new Date(Date.now() + DAY_MS) };
}

async function keyText(key: CryptoKey): Promise<string> {
  const bytes = Buffer.from(await crypto.subtle.exportKey('pkcs8', key)).toString('base64');
  return `-----BEGIN PRIVATE KEY-----\n${bytes.replace(/.{64}/g, '$&\n')}\n-----END PRIVATE KEY-----\n`;
}
