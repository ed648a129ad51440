import { escaped } from '../openapi/docs.routes';
import { productVersion } from '../product/product-version';

const STYLE = `
  :root { color-scheme: light dark; --ink: #1d2733; --soft: #5b6775; --line: #d9dee5; --paper: #fff; --link: #0b5cad }
  @media (prefers-color-scheme: dark) {
    :root { --ink: #e6eaf0; --soft: #9aa5b3; --line: #37414d; --paper: #161b22; --link: #7ab7ff }
  }
  body { margin: 0; background: var(--paper); color: var(--ink); font: 17px/1.55 system-ui, sans-serif }
  main { max-width: 40rem; margin: 16vh auto 0; padding: 0 1.5rem }
  h1 { display: inline; font-size: 2.6rem; letter-spacing: -.02em }
  small { padding-left: .4rem; color: var(--soft) }
  pre { padding: .8rem 1rem; overflow-x: auto; border: 1px solid var(--line); border-radius: 6px; font-size: .85rem }
  a { color: var(--link) }
  nav { display: flex; gap: 1.5rem; padding-top: 1rem; border-top: 1px solid var(--line) }`;

export const HOME_PAGE_POLICY = "default-src 'none'; style-src 'unsafe-inline'";

/** The page at the root. @param title plain text */
export function homePage(title: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escaped(title)}</title>
<style>${STYLE}
</style>
</head>
<body>
<main>
<h1>${escaped(title)}</h1> <small>${escaped(productVersion())}</small>
<p>Documents go in, cited answers come out. This is its API; every call carries a token:</p>
<pre>curl -H "Authorization: Bearer $TOKEN" $LECTERN/api/v1/accounts</pre>
<nav>
<a href="/api/v1/docs">API documentation</a>
<a href="/api/v1/openapi.json">OpenAPI 3.1</a>
<a href="/api/v1/health/ready">Health</a>
</nav>
</main>
</body>
</html>
`;
}
