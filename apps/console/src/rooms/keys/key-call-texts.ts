interface KeyUse {
  /** Scheme, host and port of the server. */
  readonly origin: string;
  readonly kbid: string;
  readonly secret: string;
}

/** A call as somebody writes it in a language. */
export interface KeyCall {
  readonly language: 'shell' | 'python' | 'typescript';
  readonly name: string;
  readonly text: string;
}

const HEADER = 'X-SVC-SERVICEACCOUNT';

/** A search with a key. Keys are JWTs, so they need no escapes in any of these languages. */
export function keyCalls({ origin, kbid, secret }: KeyUse): readonly KeyCall[] {
  const url = `${origin}/api/v1/kb/${encodeURIComponent(kbid)}/find`;
  return [
    {
      language: 'shell',
      name: 'Shell',
      text: [
        `curl '${url}'`,
        `-H '${HEADER}: Bearer ${secret}'`,
        `-H 'content-type: application/json'`,
        `-d '{"query": "tides"}'`,
      ].join(' \\\n  '),
    },
    {
      language: 'python',
      name: 'Python',
      text: `import json
from urllib.request import Request, urlopen

request = Request(
    "${url}",
    data=json.dumps({"query": "tides"}).encode(),
    headers={
        "${HEADER}": "Bearer ${secret}",
        "content-type": "application/json",
    },
)
print(json.load(urlopen(request)))
`,
    },
    {
      language: 'typescript',
      name: 'TypeScript',
      text: `const answer = await fetch('${url}', {
  method: 'POST',
  headers: {
    '${HEADER}': 'Bearer ${secret}',
    'content-type': 'application/json',
  },
  body: JSON.stringify({ query: 'tides' }),
});
console.log(answer.status, await answer.json());
`,
    },
  ];
}
