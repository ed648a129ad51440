/** Headers of answers that send browsers elsewhere to sign in, and back. */
export const signInHeaders = {
  'content-security-policy': 'The answer loads and does nothing.',
  'cross-origin-opener-policy': 'The answer is apart from the page that opened it.',
  'referrer-policy': 'The next page does not learn the address, which holds codes and states.',
} as const;
