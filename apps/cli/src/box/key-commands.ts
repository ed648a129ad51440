import {
  createServiceAccount,
  createServiceAccountKey,
  deleteServiceAccountKey,
  listServiceAccounts,
} from '@lectern/contracts/knowledge-box';
import type { Command } from '../command';
import { CommandError, exitCodes } from '../exit-code';
import { textOption, wholeOption } from '../program';
import { accountOption, boxOption, chosenAccount, chosenBox, jsonOption } from './chosen-box';
import { oneLine } from './kb-commands';

const roles = ['SMEMBER', 'SCONTRIBUTOR', 'SOWNER'] as const;
const DAYS_MAX = 1_095;
const DAY_S = 86_400;

export const listKeys: Command = {
  name: 'keys list',
  summary: 'list the API keys of a knowledge box',
  details: ['Each is a line: id, role, when it expires, name of its service account. Secrets are not kept.'],
  options: { ...boxOption, ...accountOption, ...jsonOption },
  run: async (context) => {
    const params = { account: await chosenAccount(context), kbid: await chosenBox(context) };
    const { serviceAccounts } = await context.api().call(listServiceAccounts, { params });
    for (const { id: service, title, role, keys } of serviceAccounts) {
      for (const key of keys) {
        const line = `${key.id}  ${role}  expires ${key.expires}  ${oneLine(title)}`;
        context.print(context.options['json'] ? JSON.stringify({ ...key, role, service, title }) : line);
      }
    }
    return exitCodes.done;
  },
};

export const createKey: Command = {
  name: 'keys create',
  summary: 'create an API key for an application',
  details: ['Prints the key, once: it cannot be shown again. A service account of this name gets it, or is created.'],
  arguments: [{ value: 'NAME', doc: 'name of the service account: what the key is for' }],
  options: {
    ...boxOption,
    ...accountOption,
    ...jsonOption,
    role: { value: 'ROLE', doc: 'what the key may do: SMEMBER (reads) when absent', choices: roles },
    days: { value: 'N', doc: `days until it expires, at most ${DAYS_MAX}; 90 when absent` },
  },
  run: async (context) => {
    const { argument: title, options, print, api } = context;
    const role = roles.find((one) => one === textOption(options, 'role')) ?? 'SMEMBER';
    const days = wholeOption(options, 'days', { min: 1, max: DAYS_MAX, otherwise: 90 });
    const params = { account: await chosenAccount(context), kbid: await chosenBox(context) };
    const { serviceAccounts } = await api().call(listServiceAccounts, { params });
    const found = serviceAccounts.find((one) => one.title === title && one.role === role);
    const service = found ?? (await api().call(createServiceAccount, { params, body: { title, role } }));
    const body = { expires: Math.floor(Date.now() / 1_000) + days * DAY_S };
    const target = { ...params, service_account_id: service.id };
    const { id, token, expires } = await api().call(createServiceAccountKey, { params: target, body });
    print(options['json'] ? JSON.stringify({ id, token, expires, role }) : token);
    return exitCodes.done;
  },
};

export const deleteKey: Command = {
  name: 'keys delete',
  summary: 'revoke an API key, at once',
  details: [],
  arguments: [{ value: 'ID', doc: 'what keys list calls it' }],
  options: { ...boxOption, ...accountOption },
  run: async (context) => {
    const { argument: id, print, api } = context;
    const params = { account: await chosenAccount(context), kbid: await chosenBox(context) };
    const { serviceAccounts } = await api().call(listServiceAccounts, { params });
    const service = serviceAccounts.find(({ keys }) => keys.some((key) => key.id === id));
    if (!service) throw new CommandError(`There is no key ${id} in this knowledge box`, exitCodes.refused);
    const target = { ...params, service_account_id: service.id, key_id: id };
    await api().call(deleteServiceAccountKey, { params: target });
    print(`${id} revoked`);
    return exitCodes.done;
  },
};
