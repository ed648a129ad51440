import type { AskBody } from './ask-request';

/** Where a question goes, as programs outside of the browser call it. */
export interface Call {
  /** Scheme, host and port of the server. */
  readonly origin: string;
  readonly kbid: string;
  readonly body: AskBody;
}

/** Keys of a box are in this header; the variable has the key. */
const HEADER = 'X-SVC-SERVICEACCOUNT';

const addressOf = ({ origin, kbid }: Call) => `${origin}/api/v1/kb/${encodeURIComponent(kbid)}/ask`;

/** As one argument of a shell, with any content. */
function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** The call for a shell: the answer comes as lines of JSON. */
export function curlText(call: Call): string {
  return [
    `curl -N ${shellQuoted(addressOf(call))}`,
    `-H "${HEADER}: Bearer $KEY"`,
    `-H 'content-type: application/json'`,
    `-d ${shellQuoted(JSON.stringify(call.body, null, 2))}`,
  ].join(' \\\n  ');
}

/** The call for a program: the answer comes as one document. */
export function typeScriptText(call: Call): string {
  return `const answer = await fetch(${JSON.stringify(addressOf(call))}, {
  method: 'POST',
  headers: {
    '${HEADER}': \`Bearer \${process.env.KEY}\`,
    'content-type': 'application/json',
    'x-synchronous': 'true',
  },
  body: JSON.stringify(${JSON.stringify(call.body, null, 2).replaceAll('\n', '\n  ')}),
});
if (!answer.ok) throw new Error(\`\${answer.status}: \${await answer.text()}\`);
const { answer: text, status, citations } = await answer.json();
console.log(status, text, citations);
`;
}
