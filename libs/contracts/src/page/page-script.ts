/**
 * The script of pages that have one. It lets a browser make or use a passkey in forms with `data-passkey`, which are
 * hidden without it; and shows the button for single sign-on (`data-sso`) where the mail domain has one. Everything
 * else works without script.
 */
export const pageScript = `
for (const form of document.querySelectorAll('form[data-passkey]')) {
  const { passkey, options } = form.dataset;
  const kind = globalThis.PublicKeyCredential;
  const read = passkey === 'create' ? kind?.parseCreationOptionsFromJSON : kind?.parseRequestOptionsFromJSON;
  if (!read) continue;
  form.hidden = false;
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const problem = form.querySelector('.wrong');
    problem.hidden = true;
    try {
      const publicKey = read.call(kind, JSON.parse(options));
      const made = await navigator.credentials[passkey]({ publicKey });
      form.elements.credential.value = JSON.stringify(made.toJSON());
      form.submit();
    } catch {
      problem.hidden = false;
    }
  });
}
for (const button of document.querySelectorAll('button[data-sso]')) {
  const address = button.form.elements.username;
  const look = async () => {
    const domain = address.value.split('@')[1] ?? '';
    const query = new URLSearchParams({ domain });
    const found = domain !== '' && (await fetch('/api/auth/saml/inquiry?' + query).catch(() => undefined));
    if (domain === (address.value.split('@')[1] ?? '')) button.hidden = !found?.ok;
  };
  address.addEventListener('change', look);
  look();
}
`;

/** The source by which a content security policy allows exactly this script. `page.spec.ts` computes it. */
export const PAGE_SCRIPT_SOURCE = "'sha256-F2wDx864jFundTGwxwIRtpPpBkTP1zfEJmGaoVSvx58='";
