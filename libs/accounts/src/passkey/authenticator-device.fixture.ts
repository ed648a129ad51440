import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_KEY = 0x40;

/** What may differ from what an honest device does. */
export interface DeviceOdds {
  readonly origin?: string;
  /** Name that the site says it has. */
  readonly rpId?: string;
  readonly challenge?: string;
  readonly counter?: number;
  /** Whether the device asks for a finger or a PIN. */
  readonly verifies?: boolean;
  readonly type?: string;
  readonly userHandle?: string;
  readonly signature?: Buffer;
  readonly format?: string;
  readonly statement?: ReadonlyMap<string, unknown>;
}

interface Options {
  readonly challenge: string;
  readonly rpId?: string;
  readonly rp?: { readonly id?: string };
  readonly user?: { readonly id: string };
}

/** A security key in software, with one key pair. */
export class AuthenticatorDevice {
  readonly id = randomBytes(32);
  private readonly pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  private counter = 0;
  private userHandle = '';

  constructor(private readonly origin: string) {}

  /** As `navigator.credentials.create`. */
  create(given: object, odds: DeviceOdds = {}): Record<string, unknown> {
    const options = given as Options; // of the host
    this.userHandle = options.user?.id ?? '';
    const id = Buffer.from([0, this.id.length]);
    const attested = Buffer.concat([Buffer.alloc(16), id, this.id, Buffer.from(isoCBOR.encode(this.publicKey()))]);
    const authData = Buffer.concat([this.head(odds.rpId ?? options.rp?.id ?? '', HAS_KEY, odds), attested]);
    const object = new Map<string, unknown>([
      ['fmt', odds.format ?? 'none'],
      ['attStmt', odds.statement ?? new Map()],
      ['authData', new Uint8Array(authData)],
    ]);
    const clientDataJSON = this.clientData('webauthn.create', options, odds);
    const attestationObject = Buffer.from(isoCBOR.encode(object as Parameters<typeof isoCBOR.encode>[0]));
    return this.answer({
      clientDataJSON,
      attestationObject: attestationObject.toString('base64url'),
      transports: ['usb'],
    });
  }

  /** As `navigator.credentials.get`. */
  get(given: object, odds: DeviceOdds = {}): Record<string, unknown> {
    const options = given as Options; // of the host
    this.counter = odds.counter ?? this.counter + 1;
    const authData = this.head(odds.rpId ?? options.rpId ?? '', 0, odds);
    const clientDataJSON = this.clientData('webauthn.get', options, odds);
    const signed = Buffer.concat([authData, createHash('sha256').update(clientDataJSON, 'base64url').digest()]);
    const signature = odds.signature ?? createSign('sha256').update(signed).sign(this.pair.privateKey);
    return this.answer({
      clientDataJSON,
      authenticatorData: authData.toString('base64url'),
      signature: signature.toString('base64url'),
      userHandle: odds.userHandle ?? this.userHandle,
    });
  }

  private answer(response: object): Record<string, unknown> {
    const id = this.id.toString('base64url');
    return { id, rawId: id, type: 'public-key', response, clientExtensionResults: {} };
  }

  private clientData(type: string, options: Options, odds: DeviceOdds): string {
    const data = {
      type: odds.type ?? type,
      challenge: odds.challenge ?? options.challenge,
      origin: odds.origin ?? this.origin,
      crossOrigin: false,
    };
    return Buffer.from(JSON.stringify(data)).toString('base64url');
  }

  private head(rpId: string, more: number, { verifies = true }: DeviceOdds): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.counter);
    const flags = USER_PRESENT | (verifies ? USER_VERIFIED : 0) | more;
    return Buffer.concat([createHash('sha256').update(rpId).digest(), Buffer.from([flags]), counter]);
  }

  /** In COSE. */
  private publicKey(): Map<number, number | Uint8Array> {
    const { x = '', y = '' } = this.pair.publicKey.export({ format: 'jwk' });
    return new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
      [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
    ]);
  }
}
