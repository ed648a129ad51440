import { createBackup, deleteBackup, listBackups, restoreBackup } from '@lectern/contracts/knowledge-box';
import { setTimeout as sleep } from 'node:timers/promises';
import { explainedAtStop } from '../at-stop';
import type { Command, CommandContext } from '../command';
import { CommandError, exitCodes } from '../exit-code';
import { counted } from '../progress-line';
import { textOption } from '../program';
import { accountOption, boxOption, chosenAccount, chosenBox, jsonOption } from './chosen-box';

const POLL_MS = 500;

export const makeBackup: Command = {
  name: 'backup create',
  summary: 'copy a knowledge box into a backup that its account keeps',
  details: ['Prints the id of the backup when it is complete.'],
  options: { ...boxOption, ...accountOption, ...jsonOption, 'no-wait': { doc: 'do not wait until it is complete' } },
  run: async (context) => {
    const { api, options, print } = context;
    const account = await chosenAccount(context);
    const body = { kb_id: await chosenBox(context) };
    const { id } = await api().call(createBackup, { params: { account }, body });
    if (!options['no-wait'])
      await explainedAtStop(
        context,
        () => `the server continues to write the backup ${id}; "lectern backup list" shows when it is complete.`,
        () => completed(context, account, id),
      );
    print(options['json'] ? JSON.stringify({ id }) : id);
    return exitCodes.done;
  },
};

async function completed({ api, progress, signal }: CommandContext, account: string, id: string): Promise<void> {
  for (;;) {
    const { backups } = await api().call(listBackups, { params: { account } });
    const backup = backups.find((one) => one.id === id);
    if (backup?.status === 'finished') return;
    if (backup?.status !== 'running')
      throw new CommandError(`The backup failed: ${backup?.error ?? 'it is gone'}`, exitCodes.notAsItShouldBe);
    progress.show('Writing the backup');
    await sleep(POLL_MS, undefined, { signal });
  }
}

export const showBackups: Command = {
  name: 'backup list',
  summary: 'list the backups of an account',
  details: ['Each is a line: id, knowledge box, when it was made, status, size.'],
  options: { ...accountOption, ...jsonOption },
  run: async (context) => {
    const { api, options, print } = context;
    const { backups } = await api().call(listBackups, { params: { account: await chosenAccount(context) } });
    for (const backup of backups) {
      const { id, status, started_at: at, size, kb_data: box } = backup;
      const state = size === null ? status : `${status}  ${counted(size, 'byte')}`;
      print(options['json'] ? JSON.stringify(backup) : `${id}  ${box.slug}  ${at}  ${state}`);
    }
    return exitCodes.done;
  },
};

export const restoreFromBackup: Command = {
  name: 'restore',
  summary: 'create a knowledge box from a backup',
  details: [
    'Prints the id of the new box, which is filled in the background. To restore a whole installation, with its',
    'database and its files, use deploy/backup/restore.sh.',
  ],
  arguments: [
    { value: 'BACKUP', doc: 'id of the backup: backup list names them' },
    { value: 'SLUG', doc: 'name of the new box in addresses' },
  ],
  options: { ...accountOption, ...jsonOption, title: { value: 'TITLE', doc: 'name of the new box; SLUG when absent' } },
  run: async (context) => {
    const { args, api, options, print } = context;
    const [backup_id = '', slug = ''] = args;
    const params = { account: await chosenAccount(context), backup_id };
    const body = { slug, title: textOption(options, 'title') ?? slug };
    const { id } = await api().call(restoreBackup, { params, body });
    print(options['json'] ? JSON.stringify({ id, slug }) : id);
    return exitCodes.done;
  },
};

export const removeBackup: Command = {
  name: 'backup delete',
  summary: 'delete a backup for good',
  details: [],
  arguments: [{ value: 'BACKUP', doc: 'id of the backup' }],
  options: accountOption,
  run: async (context) => {
    const { argument: backup_id, api, print } = context;
    await api().call(deleteBackup, { params: { account: await chosenAccount(context), backup_id } });
    print(`${backup_id} deleted`);
    return exitCodes.done;
  },
};
