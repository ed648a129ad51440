import { randomBytes } from 'node:crypto';
import { SecretEnvelope, SharedTokens } from '@lectern/secrets';
import { Injectable } from '@nestjs/common';
import type { PushLabel, PushStrategies } from './pushed-field';

/** The object is in the storage of this service. */
const OWN = 0;
/** A location that clients cannot access directly. */
const LOCAL = 2;
const ISSUER = 'urn:processing';
const AUDIENCE = 'urn:proxy';
const PASSWORD = 'password of a pushed file';

/** A file in the blob store and its properties. */
export interface TokenFile {
  readonly key: string;
  readonly sizeBytes: number;
  readonly contentType: string;
  readonly filename: string;
  readonly md5: string;
  readonly password?: string;
  readonly language?: string;
  readonly labels?: readonly PushLabel[];
  readonly strategies?: PushStrategies;
}

/** Issues tokens that locate a file and authorise its holder to use it. */
@Injectable()
export class FileTokens {
  private readonly tokens: SharedTokens;

  constructor(private readonly envelope: SecretEnvelope) {
    this.tokens = new SharedTokens(envelope, 'file tokens');
  }

  sign(account: string, file: TokenFile, { now, expires }: { readonly now: Date; readonly expires: Date }): string {
    const { password, language, labels = [], strategies: { extract, split } = {} } = file;
    return this.tokens.sign({
      iss: ISSUER,
      sub: 'file',
      aud: AUDIENCE,
      source: OWN,
      driver: LOCAL,
      bucket_name: '',
      account,
      iat: Math.floor(now.getTime() / 1_000),
      exp: Math.floor(expires.getTime() / 1_000),
      jti: randomBytes(16).toString('hex'),
      uri: file.key,
      filename: file.filename,
      size: file.sizeBytes,
      content_type: file.contentType,
      md5: file.md5,
      ...(language && { language }),
      ...(extract && { extract_strategy: extract }),
      ...(split && { split_strategy: split }),
      ...(password && { password: this.envelope.seal(password, PASSWORD) }),
      ...(labels.length > 0 && { classification_labels: Buffer.from(JSON.stringify(labels)).toString('base64') }),
    });
  }

  /** @returns undefined for a token that is invalid, expired or of another account; quotes are ignored */
  read(token: string, account: string, now: Date): TokenFile | undefined {
    const claims = this.tokens.read(token.replace(/^"(.*)"$/, '$1'), now);
    if (!claims || claims['iss'] !== ISSUER || claims['account'] !== account) return undefined;
    const text = (name: string) => (typeof claims[name] === 'string' ? claims[name] : '');
    const [password, labels] = [text('password'), text('classification_labels')];
    const [extract, split] = [text('extract_strategy'), text('split_strategy')];
    return {
      key: text('uri'),
      filename: text('filename'),
      contentType: text('content_type'),
      md5: text('md5'),
      sizeBytes: Number(claims['size']),
      ...(text('language') && { language: text('language') }),
      ...((extract || split) && { strategies: { extract, split } }),
      ...(password && { password: this.envelope.open(password, PASSWORD) }),
      // written by `sign`
      ...(labels && { labels: JSON.parse(Buffer.from(labels, 'base64').toString()) as PushLabel[] }),
    };
  }
}
