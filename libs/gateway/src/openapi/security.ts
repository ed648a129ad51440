import type { CredentialKind, JsonSchema, Policy, WireNames } from '@lectern/contracts/core';

export function securitySchemes(names: WireNames): JsonSchema {
  const header = (name: string, description: string) => ({
    type: 'apiKey',
    in: 'header',
    name: names.headerOut(name),
    description,
  });
  return {
    user: { type: 'http', scheme: 'bearer', description: 'A user key or personal access token' },
    provisioning: { type: 'http', scheme: 'bearer', description: 'A SCIM token of an account' },
    serviceAccount: header('X-SVC-SERVICEACCOUNT', '`Bearer` and an API key or temporal key'),
    understanding: header('X-SVC-NUAKEY', '`Bearer` and a NUA key'),
    ephemeral: { type: 'apiKey', in: 'query', name: 'eph-token', description: 'An ephemeral token, on GET and HEAD' },
  };
}

const schemeOf: Readonly<Partial<Record<CredentialKind, string>>> = {
  user: 'user',
  pat: 'user',
  sa: 'serviceAccount',
  temporal: 'serviceAccount',
  eph: 'ephemeral',
  nua: 'understanding',
  scim: 'provisioning',
};

/** Any one of these is enough. */
export function securityOf({ credentials }: Policy): readonly JsonSchema[] {
  const schemes = new Set(credentials.flatMap((kind) => schemeOf[kind] ?? []));
  return [...[...schemes].map((scheme) => ({ [scheme]: [] })), ...(credentials.includes('none') ? [{}] : [])];
}
