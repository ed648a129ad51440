import { accountsKeys } from '@lectern/contracts/accounts';
import { agentsKeys } from '@lectern/contracts/agents';
import type { Resealed, SealedKeys } from '@lectern/contracts/core';
import { knowledgeBoxKeys } from '@lectern/contracts/knowledge-box';
import { understandingKeys } from '@lectern/contracts/understanding';
import type { Command } from './command';
import { exitCodes } from './exit-code';
import { counted } from './progress-line';

/** Services with secrets, in the order of output. */
const services = {
  accounts: accountsKeys,
  'knowledge boxes': knowledgeBoxKeys,
  understanding: understandingKeys,
  agents: agentsKeys,
} as const;

const json = { doc: 'write the result as JSON, one object a line' } as const;

export const showMasterKeys: Command = {
  name: 'keys status',
  summary: 'count the secrets in the database by master key',
  details: ['An earlier key can be removed from SECRETS_KEY when no service has secrets that name it.'],
  options: { json },
  run: async ({ api, options, print }) => {
    for (const [service, { count }] of Object.entries(services)) {
      const { keys }: SealedKeys = await api().call(count, {});
      for (const [index, { id, configured, envelopes }] of keys.entries()) {
        if (options['json']) print(JSON.stringify({ service, id, newest: index === 0, configured, envelopes }));
        else print(`${service}: ${id} ${standing(index, configured)}: ${counted(envelopes, 'secret')}`);
      }
    }
    return exitCodes.done;
  },
};

export const rotateMasterKeys: Command = {
  name: 'keys rotate',
  summary: 'have all secrets in the database name the newest master key',
  details: [
    'Put the new key before the earlier ones in SECRETS_KEY of every process first. The product can run. When the',
    'command is stopped, start it again: what is done stays done. Fails when some secrets still name another key.',
  ],
  options: { json },
  run: async ({ api, options, print, progress }) => {
    let left = 0;
    for (const [service, { reseal }] of Object.entries(services)) {
      const sum = { resealed: 0, left: 0 };
      for (let cursor: string | null | undefined; cursor !== null;) {
        const batch: Resealed = await api().call(reseal, { body: { rows: 500, cursor } });
        sum.resealed += batch.resealed;
        sum.left += batch.left;
        progress.show(`${service}: ${counted(sum.resealed, 'secret')}`);
        cursor = batch.cursor;
      }
      progress.end();
      left += sum.left;
      print(options['json'] ? JSON.stringify({ service, ...sum }) : lineOf(service, sum));
    }
    return left === 0 ? exitCodes.done : exitCodes.notAsItShouldBe;
  },
};

function standing(index: number, configured: boolean): string {
  if (!configured) return '(not configured)';
  return index === 0 ? '(newest)' : '(earlier)';
}

function lineOf(service: string, { resealed, left }: { readonly resealed: number; readonly left: number }): string {
  const remaining = left === 0 ? '' : `; ${counted(left, 'secret')} left: damaged, or of a key that is not configured`;
  return `${service}: ${counted(resealed, 'secret')} sealed with the newest key${remaining}`;
}
