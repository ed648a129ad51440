import { type KnowledgeBoxClient, until } from '../harness/client';
import { inParallel } from '../harness/parallel';
import { SyntheticText } from './corpus';

const FILL_TIMEOUT_MS = 60 * 60_000;
const CONNECTIONS = 8;

/** Fills a box with resources of `each` paragraphs, half of them for the group `readers`. */
export async function fill(kb: KnowledgeBoxClient, paragraphs: number, each: number): Promise<void> {
  const text = new SyntheticText(7);
  const bodies = Array.from({ length: Math.ceil(paragraphs / each) }, () =>
    Array.from({ length: each }, () => text.paragraph()).join('\n\n'),
  );
  const ids = await inParallel(bodies, CONNECTIONS, (body, i) =>
    kb.createResource({
      title: `Resource ${i}`,
      texts: { body: { body, format: 'PLAIN_BLANKLINE_SPLIT' } },
      security: { access_groups: i % 2 === 0 ? ['readers'] : ['others'] },
    }),
  );
  for (const id of ids)
    await until(async () => ((await isPending(kb, id)) ? undefined : true), 'it is processed', FILL_TIMEOUT_MS);
  for (const id of ids.slice(-CONNECTIONS * 4)) await kb.untilEmbedded(id, FILL_TIMEOUT_MS);
  for (const id of ids.filter((_, i) => i % 20 === 0)) await kb.untilEmbedded(id, FILL_TIMEOUT_MS);
}

async function isPending(kb: KnowledgeBoxClient, id: string): Promise<boolean> {
  return (await kb.resource(id, { show: ['basic'] })).metadata?.status === 'PENDING';
}
