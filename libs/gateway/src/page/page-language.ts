import type { IncomingMessage } from 'node:http';
import type { PageLanguage } from '@lectern/contracts/core';

/** Longer than what any browser sends. */
const CHARS_MAX = 1_000;

/** The language of pages that a browser prefers; English when it prefers none that there is. */
export function pageLanguage({ headers }: Pick<IncomingMessage, 'headers'>): PageLanguage {
  const wanted = (headers['accept-language'] ?? '')
    .slice(0, CHARS_MAX)
    .split(',')
    .map((range) => range.trim().toLowerCase().split(';'))
    .map(([tag = '', weight = '']) => ({ tag: tag.slice(0, 2), weight: weightOf(weight) }))
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight);
  return wanted.find(({ tag }) => tag === 'en' || tag === 'es')?.tag === 'es' ? 'es' : 'en';
}

function weightOf(text: string): number {
  const [, weight = '1'] = /^\s*q=(\d(?:\.\d{1,3})?)$/.exec(text) ?? [];
  return Number(weight);
}
