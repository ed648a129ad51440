import { memberNamed } from '@lectern/contracts/core';
import type { LikelyToken } from '../generator';

/** Per chunk. */
const TOKENS_MAX = 1_000;
const LIKELIEST_MAX = 20;

/** Probabilities in a chunk of the chat completions protocol. Malformed entries are omitted. */
export function likelyTokens(chunk: unknown): (LikelyToken & { readonly likeliest: readonly LikelyToken[] })[] {
  const [choice] = listAt(chunk, 'choices');
  return listAt(memberNamed(choice, 'logprobs'), 'content')
    .slice(0, TOKENS_MAX)
    .flatMap((one) => {
      const likeliest = listAt(one, 'top_logprobs').slice(0, LIKELIEST_MAX).flatMap(tokenOf);
      return tokenOf(one).map((token) => ({ ...token, likeliest }));
    });
}

function tokenOf(value: unknown): LikelyToken[] {
  const [token, logprob] = [memberNamed(value, 'token'), memberNamed(value, 'logprob')];
  if (typeof token !== 'string' || typeof logprob !== 'number') return [];
  const bytes = listAt(value, 'bytes').filter((byte) => typeof byte === 'number');
  return [{ token, logprob, bytes: bytes.length > 0 ? bytes : null }];
}

function listAt(value: unknown, name: string): readonly unknown[] {
  const member = memberNamed(value, name);
  return Array.isArray(member) ? member : [];
}
