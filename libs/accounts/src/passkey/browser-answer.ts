import { isObject } from '@lectern/contracts/core';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';

/** Longer than what any authenticator answers. */
const PART_CHARS_MAX = 16_384;
const TRANSPORTS = new Set(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb']);

type Members = Readonly<Record<string, unknown>>;
type Transports = NonNullable<RegistrationResponseJSON['response']['transports']>;

/** What a browser answered to `navigator.credentials.create`; undefined for anything else. */
export async function registrationIn(value: unknown): Promise<RegistrationResponseJSON | undefined> {
  const parts = partsIn(value);
  if (!parts) return undefined;
  const { id, response } = parts;
  const [clientDataJSON, attestationObject] = texts(response, ['clientDataJSON', 'attestationObject']);
  if (clientDataJSON === undefined || attestationObject === undefined) return undefined;
  if (!(await isPlain(attestationObject))) return undefined;
  const known = Array.isArray(response['transports']) ? response['transports'] : [];
  const transports = known.filter((one) => TRANSPORTS.has(one)) as Transports; // checked by the set
  return {
    ...shared(id),
    response: { clientDataJSON, attestationObject, transports },
  };
}

/** What a browser answered to `navigator.credentials.get`; undefined for anything else. */
export function assertionIn(value: unknown): AuthenticationResponseJSON | undefined {
  const parts = partsIn(value);
  if (!parts) return undefined;
  const { id, response } = parts;
  const [clientDataJSON, authenticatorData, signature] = texts(response, [
    'clientDataJSON',
    'authenticatorData',
    'signature',
  ]);
  if (clientDataJSON === undefined || authenticatorData === undefined || signature === undefined) return undefined;
  const [userHandle] = texts(response, ['userHandle']);
  return {
    ...shared(id),
    response: { clientDataJSON, authenticatorData, signature, ...(userHandle !== undefined && { userHandle }) },
  };
}

/** The challenge that an answer is about; undefined where it names none. */
export function challengeIn({
  response,
}: {
  readonly response: { readonly clientDataJSON: string };
}): string | undefined {
  try {
    const data: unknown = JSON.parse(Buffer.from(response.clientDataJSON, 'base64url').toString('utf8'));
    return isObject(data) && typeof data['challenge'] === 'string' ? data['challenge'] : undefined;
  } catch {
    return undefined;
  }
}

function shared(id: string) {
  return { id, rawId: id, type: 'public-key', clientExtensionResults: {} } as const;
}

function partsIn(value: unknown): { readonly id: string; readonly response: Members } | undefined {
  if (!isObject(value) || value['type'] !== 'public-key' || !isObject(value['response'])) return undefined;
  const [id] = texts(value, ['id']);
  return id === undefined ? undefined : { id, response: value['response'] };
}

function texts(members: Members, names: readonly string[]): readonly (string | undefined)[] {
  return names.map((name) => {
    const value = members[name];
    const isText = typeof value === 'string' && value !== '' && value.length <= PART_CHARS_MAX;
    return isText && /^[\w-]+$/.test(value) ? value : undefined;
  });
}

/**
 * Whether the authenticator says nothing about its maker. We ask for that, and the certificates of others would have us
 * call addresses that are in them.
 */
async function isPlain(attestationObject: string): Promise<boolean> {
  const { decodeAttestationObject, isoBase64URL } = await import('@simplewebauthn/server/helpers');
  try {
    const decoded = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject));
    const format = decoded.get('fmt');
    return format === 'none' || (format === 'packed' && decoded.get('attStmt').get('x5c') === undefined);
  } catch {
    return false;
  }
}
