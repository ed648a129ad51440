import { NUA_CLIENT_ID } from '@lectern/contracts/knowledge-box';
import { masterKeyOf, newSigningKey, randomSecret, SecretEnvelope, TokenSigner } from '@lectern/secrets';
import fc from 'fast-check';
import { ZoneTokens } from './zone-tokens';

async function newTokens(): Promise<ZoneTokens> {
  const envelope = new SecretEnvelope([masterKeyOf(randomSecret())]);
  return new ZoneTokens(await TokenSigner.open([await newSigningKey(envelope)], envelope));
}

const parent = { id: 'key', serviceAccountId: 'sa', kbid: 'kb', account: 'account', role: 'SMEMBER' } as const;

describe('ZoneTokens', () => {
  let tokens: ZoneTokens;
  beforeAll(async () => {
    tokens = await newTokens();
  });

  it('writes NUA keys that the standard base64 alphabet decodes, whatever the client is called', async () => {
    const clientIds = fc.stringMatching(NUA_CLIENT_ID);
    await fc.assert(
      fc.asyncProperty(clientIds, fc.uuid(), fc.boolean(), async (clientId, keyId, allowKbManagement) => {
        const [, payload = ''] = (await tokens.nuaKey({ clientId, keyId, allowKbManagement })).split('.');
        expect(payload).toMatch(/^[A-Za-z0-9]+$/);
        expect(JSON.parse(Buffer.from(payload, 'base64').toString())).toMatchObject({ sub: clientId, key: keyId });
      }),
      { numRuns: 50 },
    );
  });

  it('refuses to write one that would not be decoded', async () => {
    await expect(tokens.nuaKey({ clientId: 'a??>>~~', keyId: 'k', allowKbManagement: false })).rejects.toThrow(/ASCII/);
  });

  it('never takes one kind of token for another', async () => {
    const expiresMs = Date.now() + 10_000;
    const now = new Date();
    const temporal = await tokens.temporalKey({ id: 't', parent, securityGroups: ['g'], expiresMs });
    const maker = { kind: 'sa', id: 'sa', key: 'key' } as const;
    const ephemeral = await tokens.ephemeralToken({ id: 'e', maker, account: 'account', kbid: 'kb', expiresMs });
    const apiKey = await tokens.apiKey(parent, { now, expires: new Date(expiresMs) });
    await expect(tokens.readTemporalKey(temporal)).resolves.toEqual({
      parent: 'key',
      securityGroups: ['g'],
      expiresMs,
    });
    await expect(tokens.readEphemeralToken(ephemeral)).resolves.toMatchObject({ maker, kbid: 'kb' });
    for (const other of [ephemeral, apiKey]) {
      await expect(tokens.readTemporalKey(other)).rejects.toMatchObject({ code: 'unauthorized' });
    }
    for (const other of [temporal, apiKey]) {
      await expect(tokens.readEphemeralToken(other)).rejects.toMatchObject({ code: 'unauthorized' });
    }
  });

  it('reads nothing that another zone wrote', async () => {
    const foreign = await (await newTokens()).temporalKey({ id: 't', parent, expiresMs: Date.now() + 10_000 });
    await expect(tokens.readTemporalKey(foreign)).rejects.toMatchObject({
      code: 'unauthorized',
      message: 'Unauthorized',
    });
  });
});
