import type { AppError } from '../../core/errors';
import { html } from '../../core/html';
import { operation } from '../../core/operation';
import { SignInOutcome, SignInPlace, SignInReturn } from './sign-in.dto';

/** The exchange of a code for tokens takes a request to the authorization server. */
const DEADLINE_MS = 30_000;

/**
 * Where an authorization server sends the user of an interaction back to. The interaction continues; the page says
 * whether it has worked. The `state` names the interaction, counts once, and is kept for ten minutes.
 */
export const completeSignIn = operation({
  name: 'agents.sign-in.complete',
  summary: 'Complete a sign-in for an agent',
  http: {
    path: [
      '/api/auth/mcp/callback',
      '/api/auth/agent/{agent_id}/workflow/{workflow_id}/session/{session}/oauth/{oauth_uuid}/callback',
    ],
    method: 'GET',
    host: 'zone',
    success: 200,
    reply: 'html',
    answerHeaders: {
      'content-security-policy': 'The page loads and does nothing.',
      'cross-origin-opener-policy': 'The page is apart from the one that opened it.',
      'referrer-policy': 'The address of the page, with its code, is told to nobody.',
      'set-cookie': 'For forms of pages; this one has none.',
    },
    respond: ({ message }) => pageOf('Signed in', message),
    refusal: ({ message }: AppError) => pageOf('Not signed in', message),
  },
  policy: { credentials: ['none'], role: 'any', on: 'nothing' },
  params: SignInPlace,
  query: SignInReturn,
  answer: SignInOutcome,
  fails: { bad_request: 'No interaction waits for this sign-in, or it was refused.' },
  deadlineMs: DEADLINE_MS,
});

function pageOf(title: string, message: string) {
  return {
    body: html`<!doctype html>
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <title>${title}</title>
        </head>
        <body>
          <main>
            <h1>${title}</h1>
            <p>${message}</p>
          </main>
        </body>
      </html>`,
  };
}
