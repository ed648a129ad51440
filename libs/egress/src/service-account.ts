import { AppError, memberNamed } from '@lectern/contracts/core';

/** Identity of a service account of Google Cloud. */
export interface ServiceAccount {
  readonly client_email: string;
  readonly private_key: string;
  readonly project_id: string;
  /** The token endpoint. */
  readonly token_uri: string;
}

const TOKEN_URI = 'https://oauth2.googleapis.com/token';

/** Parses the JSON file of a service account, plain or in Base64. @throws AppError `provider_failed` */
export function serviceAccountIn(credentials: string): ServiceAccount {
  const text = credentials.trim().startsWith('{') ? credentials : Buffer.from(credentials, 'base64').toString();
  let file: unknown;
  try {
    file = JSON.parse(text);
  } catch {
    file = undefined;
  }
  const [client_email, private_key, project_id, token_uri = TOKEN_URI] = [
    ...['client_email', 'private_key', 'project_id', 'token_uri'].map((name) => textOfMember(file, name)),
  ];
  if (client_email === undefined || private_key === undefined || project_id === undefined)
    throw new AppError('provider_failed', 'The credentials are no JSON file of a service account of Google Cloud');
  return { client_email, private_key, project_id, token_uri };
}

/** A member of a foreign value if it is a text with at least one character; undefined otherwise. */
export function textOfMember(value: unknown, name: string): string | undefined {
  const member = memberNamed(value, name);
  return typeof member === 'string' && member !== '' ? member : undefined;
}
