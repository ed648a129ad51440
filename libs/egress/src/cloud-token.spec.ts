import { createPublicKey, generateKeyPairSync, verify } from 'node:crypto';
import { CloudToken } from './cloud-token';
import { serviceAccountIn } from './service-account';

const { privateKey, publicKey } = generateKeyPairSync('rsa', {
  modulusLength: 2_048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});
const account = {
  client_email: 'a@example.org',
  private_key: privateKey,
  project_id: 'p',
  token_uri: 'https://example.org/t',
};

describe('A token of a service account', () => {
  it('is requested with a signed claim, once', async () => {
    const asked: URLSearchParams[] = [];
    const token = new CloudToken(account, async (_, init) => {
      asked.push(new URLSearchParams(String(init?.body)));
      return Response.json({ access_token: 'tok' });
    });
    expect(await Promise.all([token.value(), token.value()])).toEqual(['tok', 'tok']);
    expect(asked).toHaveLength(1);
    const [head = '', claims = '', signature = ''] = asked[0]?.get('assertion')?.split('.') ?? [];
    const key = createPublicKey(publicKey);
    expect(verify('sha256', Buffer.from(`${head}.${claims}`), key, Buffer.from(signature, 'base64url'))).toBe(true);
    expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({
      iss: 'a@example.org',
      aud: 'https://example.org/t',
    });
  });

  it('is requested again after a failure', async () => {
    const answers = [new Response('no', { status: 400 }), Response.json({ access_token: 'tok' })];
    const token = new CloudToken(account, async () => answers.shift() ?? new Response());
    await expect(token.value()).rejects.toMatchObject({ code: 'provider_failed' });
    expect(await token.value()).toBe('tok');
  });

  it.each(['', 'no JSON', '{}', '{"client_email": 7}', Buffer.from('[]').toString('base64')])(
    'needs credentials, not %j',
    (credentials) => {
      expect(() => serviceAccountIn(credentials)).toThrow(/no JSON file of a service account/);
    },
  );

  it('needs a key that is one', async () => {
    const token = new CloudToken({ ...account, private_key: 'none' }, async () => new Response());
    await expect(token.value()).rejects.toMatchObject({ code: 'provider_failed' });
  });
});
